/* Life of communicators: many at once, many in turn, without memory. */
#include <linux/seccomp.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "api.h"
#include "check.h"
#include "oracle.h"

enum { THREADS = 8, CALLS = 20000, CYCLES = 200000 };

static char directory[200];
static struct ringside_rules rules;

/* Fails the allocation with that number from now on; -1: none. Linked with --wrap. */
static _Thread_local long failAt = -1;
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static bool fails(void) { return failAt >= 0 && failAt-- == 0; }
void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return fails() ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *old, size_t size) { return fails() ? NULL : __real_realloc(old, size); }

static void write_random_rules(void) {
  static const char *const C[] = {"broadcast", "reduce", "allgather", "reducescatter", "allreduce"};
  static const char *const A[] = {"tree",      "ring", "collnet_direct", "collnet_chain", "nvls",
                                  "nvls_tree", "pat"};
  static const char *const P[] = {"ll", "ll128", "simple"};
  char path[256], message[RINGSIDE_MESSAGE_SIZE], text[8192] = "";
  uint64_t seed = 3;
  for (int i = 0; i < 60; i++) {
    struct ringside_rule r = oracle_random_rule(&seed, i + 1);
    (void)snprintf(text + strlen(text), sizeof text - strlen(text), "%s,%lld,%lld,%s,%s,%d,%d,%d,%d,%d\n",
                   C[r.collType], (long long)r.minBytes, (long long)r.maxBytes, A[r.algorithm], P[r.protocol],
                   r.nChannels, r.nNodes, r.nRanks, r.numPipeOps, r.regBuff);
  }
  (void)snprintf(path, sizeof path, "%s/test_tuner.csv", directory);
  write_file(path, text, strlen(text));
  (void)setenv("NCCL_TUNER_CONFIG_FILE", path, 1);
  CHECK(ringside_parse_rules(&rules, text, strlen(text), path, message));
}

/* One call against the oracle. */
static void check_call(int api, void *context, size_t nRanks, size_t nNodes, uint64_t *seed) {
  float table[21], before[21];
  int nChannels = 0;
  struct oracle_call call = oracle_random_call(seed, &rules, nRanks, nNodes);
  for (int i = 0; i < 21; i++) table[i] = before[i] = next_random(seed) % 3 == 0 ? -1.0f : 5.0f;
  CHECK(api_choose(api, context, call.collType, call.nBytes, call.numPipeOps, call.regBuff, table, 7, 3,
                   &nChannels) == ncclSuccess);
  if (api == 3) call.regBuff = -1;
  const struct ringside_rule *wanted = oracle_choose(&rules, &call, before, 7, 3);
  if (wanted != NULL) before[wanted->algorithm * 3 + wanted->protocol] = 0.0f;
  CHECK(memcmp(before, table, sizeof table) == 0);
  CHECK(nChannels == (wanted != NULL ? wanted->nChannels : 0));
}

/* Two communicators a thread, opened, asked in turn and closed, all threads at once. */
static void *run_communicators(void *argument) {
  uint64_t seed = (uint64_t)(size_t)argument;
  for (int round = 0; round < 10; round++) {
    void *context[2] = {NULL, NULL};
    int api[2];
    size_t nRanks[2], nNodes[2];
    for (int i = 0; i < 2; i++) {
      api[i] = 3 + (int)(next_random(&seed) % 4);
      nRanks[i] = 1 + next_random(&seed) % 3;
      nNodes[i] = 1 + next_random(&seed) % 3;
      CHECK(api_init(api[i], nRanks[i], nNodes[i], log_for_test, &context[i]) == ncclSuccess);
    }
    for (int i = 0; i < CALLS / 10; i++)
      check_call(api[i % 2], context[i % 2], nRanks[i % 2], nNodes[i % 2], &seed);
    for (int i = 0; i < 2; i++) CHECK(api_close(api[i], context[i]) == ncclSuccess);
  }
  return NULL;
}

/* NCCL asks serially for one communicator; should calls overlap all the same, there is no race and one line
 * at most. */
static void *shared;
static atomic_int bans;

__attribute__((format(printf, 5, 6))) static void
count_bans(ncclDebugLogLevel level, unsigned long flags, const char *file, int line, const char *fmt, ...) {
  (void)level, (void)flags, (void)file, (void)line, (void)fmt;
  atomic_fetch_add(&bans, 1);
}

static void *share_communicator(void *argument) {
  (void)argument;
  for (int i = 0; i < CALLS; i++) {
    float table[21];
    for (int k = 0; k < 21; k++) table[k] = -1.0f;
    CHECK(api_choose(6, shared, 4, (size_t)i, 1, 0, table, 7, 3, NULL) == ncclSuccess);
  }
  return NULL;
}

static void run_threads(void *(*run)(void *)) {
  pthread_t threads[THREADS];
  for (size_t i = 0; i < THREADS; i++) CHECK(pthread_create(&threads[i], NULL, run, (void *)(i + 1)) == 0);
  for (size_t i = 0; i < THREADS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
}

static void check_shared(void) {
  CHECK(api_init(6, 2, 1, count_bans, &shared) == ncclSuccess);
  atomic_store(&bans, 0);
  run_threads(share_communicator);
  CHECK(atomic_load(&bans) == 1);
  CHECK(api_close(6, shared) == ncclSuccess);
}

/* A process that may only read, write and exit (a strict seccomp) and whose allocations fail answers as any
 * other. */
static void check_bare_calls(void) {
  void *context = NULL;
  int status = -1;
  CHECK(api_init(6, 2, 1, NULL, &context) == ncclSuccess);
  pid_t child = fork();
  if (child == 0) {
    bool isRight = true;
    failAt = 0;
#if !defined(RINGSIDE_SANITIZED) /* which call the system and have threads of their own */
    (void)prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT); /* not there: then this checks allocations only */
#endif
    for (size_t i = 0; i < CALLS; i++) {
      float table[21];
      int nChannels = 0;
      for (int k = 0; k < 21; k++) table[k] = k % 3 == 1 ? -1.0f : 5.0f;
      isRight &= api_choose(6, context, 4, i * 1000, 1, 1, table, 7, 3, &nChannels) == ncclSuccess;
    }
    int code = isRight && failAt == 0 ? 0 : 1;
#if !defined(RINGSIDE_SANITIZED)
    (void)syscall(SYS_exit, code); /* strict mode kills for exit_group */
#endif
    _exit(code);
  }
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  CHECK(api_close(6, context) == ncclSuccess);
}

/* With each single allocation failing: no crash, success, and the table is either decided right or untouched.
 */
static void check_without_memory(void) {
  for (int api = 2; api <= 6; api++) {
    for (long n = 0; n < 40; n++) {
      void *context = &context;
      float table[21];
      failAt = n;
      CHECK(api_init(api, 2, 1, log_for_test, &context) == ncclSuccess);
      bool hasFailed = failAt < 0;
      failAt = -1;
      if (n == 0) CHECK(context == NULL);
      for (int i = 0; i < 21; i++) table[i] = 5.0f;
      if (api > 2) CHECK(api_choose(api, context, 4, 70000, 1, 0, table, 7, 3, NULL) == ncclSuccess);
      for (int i = 0; hasFailed && i < 21; i++) CHECK(table[i] == 5.0f);
      CHECK(api_close(api, context) == ncclSuccess);
    }
  }
}

static long resident_pages(void) {
  long size = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL || fscanf(file, "%ld %ld", &size, &resident) != 2) resident = 0;
  if (file != NULL) (void)fclose(file);
  return resident;
}

static void open_and_close(long count) {
  for (long i = 0; i < count; i++) {
    void *context = NULL;
    int api = 2 + (int)(i % 5);
    CHECK(api_init(api, 2 + (size_t)i % 7, 1, log_for_test, &context) == ncclSuccess && context != NULL);
    CHECK(api_close(api, context) == ncclSuccess);
  }
}

/* A million times without a file, and fewer with the builtin one: nothing grows. */
static void check_growth(void) {
  static const char *const FILES[] = {"", "builtin:epyc-turin"};
  for (int i = 0; i < 2; i++) {
    long count = i == 0 ? 5 * CYCLES : CYCLES / 10;
    (void)setenv("NCCL_TUNER_CONFIG_FILE", FILES[i], 1);
    open_and_close(1000);
    long before = resident_pages();
    open_and_close(count);
    long growth = resident_pages() - before;
#if defined(RINGSIDE_SANITIZED)
    if (growth > 256) continue; /* AddressSanitizer keeps freed memory on purpose, and finds leaks itself */
#endif
    CHECK(growth <= 256); /* 1 MiB: what an allocator may keep; a leak of 16 bytes each would be 15 MiB */
    printf("%-14s %ld times opened and closed, %ld pages more\n", "tuner", count, growth);
  }
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  (void)snprintf(directory, sizeof directory, "%s", argv[1]);
  write_random_rules();
  run_threads(run_communicators);
  check_shared();
  check_bare_calls();
  check_without_memory();
  check_growth();
  ringside_free_rules(&rules);
  return finish_checks("tuner");
}
