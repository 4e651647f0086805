/* Parent and child share one mapping: points in, results and progress out. Two pipes carry "go" and "done".
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probe.h"

struct shared {
  atomic_int phase, at; /* what the child is doing, and with which point */
  int api, from, count;
  char error[512];
  struct probe_point points[PROBE_BATCH];
  struct probe_result results[PROBE_BATCH];
};

struct probe_child {
  pid_t pid;
  int go, done;
  double timeout;
  struct shared *shared;
};

static const char *const PHASES[PROBE_NUM_PHASES] = {"load", "init", "getCollInfo", "finalize"};

static bool read_byte(int fd) {
  char byte;
  ssize_t n;
  do n = read(fd, &byte, 1);
  while (n < 0 && errno == EINTR);
  return n == 1;
}

static bool write_byte(int fd) {
  ssize_t n;
  do n = write(fd, "", 1);
  while (n < 0 && errno == EINTR);
  return n == 1;
}

static _Noreturn void run_child(struct shared *s, const struct probe_options *options, int go, int done) {
  struct rlimit none = {0, 0};
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* a plugin that hangs must not outlive the probe */
  (void)setrlimit(RLIMIT_CORE, &none);
  (void)dup2(STDERR_FILENO, STDOUT_FILENO); /* standard output is for JSON alone */
  struct probe_plugin *plugin = probe_load_plugin(options, s->error, sizeof s->error);
  if (plugin == NULL) _exit(PROBE_NOT_LOADED);
  s->api = probe_plugin_api(plugin);
  while (write_byte(done) && read_byte(go)) {
    for (int i = s->from; i < s->count; i++) {
      atomic_store_explicit(&s->at, i, memory_order_release);
      probe_ask_plugin(plugin, &s->points[i], &s->results[i], &s->phase);
    }
    atomic_store_explicit(&s->at, s->count, memory_order_release);
  }
  atomic_store(&s->phase, PROBE_FINALIZE);
  probe_close_contexts(plugin);
  fflush(NULL);
  _exit(PROBE_DONE);
}

/* True when the child wrote its byte; false when it is gone, or was killed because nothing moved. */
static bool await_child(struct probe_child *c, char *why, size_t size) {
  struct pollfd fd = {.fd = c->done, .events = POLLIN};
  for (;;) {
    int at = atomic_load(&c->shared->at), status = 0;
    int n = poll(&fd, 1, (int)(c->timeout * 1000));
    if (n > 0 && read_byte(c->done)) return true;
    if (n < 0 && errno == EINTR) continue;
    bool isHanging = n == 0;
    if (isHanging && at != atomic_load(&c->shared->at)) continue;
    const char *phase = PHASES[atomic_load(&c->shared->phase) % PROBE_NUM_PHASES];
    if (isHanging) kill(c->pid, SIGKILL);
    while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR) {
    }
    c->pid = 0;
    if (isHanging)
      (void)snprintf(why, size, "%s: no answer in %g s", phase, c->timeout);
    else if (WIFSIGNALED(status))
      (void)snprintf(why, size, "%s: signal %d (%s)", phase, WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (c->shared->error[0] != '\0')
      (void)snprintf(why, size, "%s: %s", phase, c->shared->error);
    else
      (void)snprintf(why, size, "%s: exit with status %d", phase, WEXITSTATUS(status));
    return WIFEXITED(status) && WEXITSTATUS(status) == PROBE_DONE && strcmp(phase, "finalize") == 0;
  }
}

struct probe_child *probe_start_child(const struct probe_options *options) {
  int go[2], done[2];
  struct probe_child *c = calloc(1, sizeof *c);
  if (c == NULL || pipe(go) != 0 || pipe(done) != 0)
    probe_refuse("cannot start a child: %s", strerror(errno));
  c->shared = mmap(NULL, sizeof *c->shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (c->shared == MAP_FAILED) probe_refuse("cannot start a child: %s", strerror(errno));
  fflush(NULL);
  c->pid = fork();
  if (c->pid < 0) probe_refuse("cannot start a child: %s", strerror(errno));
  if (c->pid == 0) {
    (void)close(go[1]), (void)close(done[0]);
    run_child(c->shared, options, go[0], done[1]);
  }
  (void)close(go[0]), (void)close(done[1]);
  c->go = go[1];
  c->done = done[0];
  c->timeout = options->timeout;
  char why[600];
  if (await_child(c, why, sizeof why)) return c;
  fprintf(stderr, "tuner-probe: %s: %s\n", options->plugin, why);
  exit(PROBE_NOT_LOADED);
}

struct probe_point *probe_child_points(struct probe_child *child) {
  return child->shared->points;
}
const struct probe_result *probe_child_results(const struct probe_child *child) {
  return child->shared->results;
}
int probe_child_api(const struct probe_child *child) { return child->shared->api; }

bool probe_run_child(struct probe_child *child, int *from, int count, char *why, size_t size) {
  child->shared->from = *from;
  child->shared->count = count;
  (void)write_byte(child->go); /* a child that is gone is found out below */
  if (await_child(child, why, size)) return true;
  *from = atomic_load(&child->shared->at);
  return false;
}

bool probe_stop_child(struct probe_child *child, char *why, size_t size) {
  bool isFine = true;
  (void)close(child->go);
  if (child->pid != 0) isFine = await_child(child, why, size);
  (void)close(child->done);
  (void)munmap(child->shared, sizeof *child->shared);
  free(child);
  return isFine;
}
