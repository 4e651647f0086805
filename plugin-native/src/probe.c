#include "probe.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>

#include "rules.h"

enum { OUTPUT_BUFFER = 1 << 16 };

static void print_point(const struct probe_point *p, int api) {
  printf("{\"coll\":\"%s\",\"bytes\":%" PRIu64 ",\"nranks\":%" PRIu32 ",\"nnodes\":%" PRIu32
         ",\"pipeops\":%d,\"regbuff\":%d,\"allowed\":\"%" PRIx32 "\",\"api\":%d",
         ringside_print_collective(p->collType), p->nBytes, p->nRanks, p->nNodes, p->numPipeOps, p->regBuff,
         p->allowed, api);
}

static void print_name(const char *key, const char *name, int number) {
  if (number < 0)
    printf(",\"%s\":null", key);
  else if (name == NULL)
    printf(",\"%s\":\"%d\"", key, number); /* none that NCCL knows */
  else
    printf(",\"%s\":\"%s\"", key, name);
}

static void print_lifted(uint32_t lifted) {
  const char *separator = ",\"lifted\":[";
  for (int cell = 0; cell < PROBE_CELLS; cell++) {
    if (!(lifted >> cell & 1)) continue;
    printf("%s\"%s/%s\"", separator, ringside_print_algorithm(cell / NCCL_NUM_PROTOCOLS),
           ringside_print_protocol(cell % NCCL_NUM_PROTOCOLS));
    separator = ",";
  }
  putchar(']');
}

static void print_error(const char *text) {
  fputs(",\"error\":\"", stdout);
  for (; *text != '\0'; text++) {
    if (*text == '"' || *text == '\\') putchar('\\');
    putchar((unsigned char)*text < ' ' ? ' ' : *text);
  }
  putchar('"');
}

/* Whether the plugin did what a plugin may do. */
static bool print_result(const struct probe_point *p, const struct probe_result *r, int api) {
  print_point(p, api);
  print_name("algo", ringside_print_algorithm(r->algorithm), r->algorithm);
  print_name("proto", ringside_print_protocol(r->protocol), r->protocol);
  printf(",\"channels\":%d", r->nChannels);
  if (r->lifted != 0) print_lifted(r->lifted);
  if (r->isOverrun) fputs(",\"overrun\":true", stdout);
  if (r->failedCall != NULL) {
    char text[64];
    (void)snprintf(text, sizeof text, "%s returned %d", r->failedCall, r->code);
    print_error(text);
  }
  puts("}");
  return r->failedCall == NULL && r->lifted == 0 && !r->isOverrun;
}

static void print_failure(const struct probe_point *p, int api, const char *why) {
  print_point(p, api);
  fputs(",\"algo\":null,\"proto\":null,\"channels\":0", stdout);
  print_error(why);
  puts("}");
}

/* Asks about a batch. A child that died is replaced and goes on behind the point that it died of. */
static struct probe_child *run_batch(struct probe_child *child, const struct probe_options *options,
                                     int count, int *failures, bool *isFine) {
  struct probe_point points[PROBE_BATCH];
  memcpy(points, probe_child_points(child), sizeof points);
  for (int from = 0; from < count;) {
    char why[600], ignored[600];
    int at = from, api = probe_child_api(child);
    bool isDone = probe_run_child(child, &at, count, why, sizeof why);
    if (isDone) at = count;
    for (; from < at; from++)
      if (!print_result(&points[from], &probe_child_results(child)[from], api)) *isFine = false;
    if (isDone) break;
    *isFine = false;
    (void)probe_stop_child(child, ignored, sizeof ignored);
    if (from < count) print_failure(&points[from], api, why);
    from++;
    if (++*failures >= options->maxFailures) {
      fprintf(stderr, "tuner-probe: %d crashes or hangs, giving up\n", *failures);
      return NULL;
    }
    child = probe_start_child(options);
    memcpy(probe_child_points(child), points, sizeof points);
  }
  return child;
}

static struct probe_options options; /* half a megabyte: too much for a stack */

int main(int argc, char **argv) {
  static char buffer[OUTPUT_BUFFER];
  struct probe_source source;
  bool isFine = true, isMore = true;
  int failures = 0;
  (void)signal(SIGPIPE, SIG_IGN); /* a child that is gone is an answer, not a reason to end */
  (void)setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  probe_read_options(&options, argc, argv);
  probe_open_source(&source, &options);
  struct probe_child *child = probe_start_child(&options);
  while (child != NULL && isMore) {
    int count = 0;
    while (count < PROBE_BATCH && (isMore = probe_next_point(&source, &probe_child_points(child)[count])))
      count++;
    if (count > 0) child = run_batch(child, &options, count, &failures, &isFine);
    if (ferror(stdout)) break;
  }
  char why[600];
  int api = child != NULL ? probe_child_api(child) : 0;
  if (child != NULL && !probe_stop_child(child, why, sizeof why)) {
    printf("{\"api\":%d", api);
    print_error(why);
    puts("}");
    isFine = false;
  }
  if (fflush(stdout) != 0 || ferror(stdout)) probe_refuse("cannot write: %s", strerror(errno));
  return isFine ? PROBE_DONE : PROBE_MISBEHAVED;
}
