/*
 * ns per getCollInfo: the plugin with 3, 30 and 300 rules beside a tuner that does nothing, in one run,
 * through the same dlopen'ed table that NCCL calls. Sizes are drawn before, the cost table is refilled for
 * each call and that is measured alone and taken off, rounds alternate. The best round is the plugin's, the
 * median is also the machine's. bench PLUGIN NOTHING DIRECTORY
 */
#include <dlfcn.h>
#include <time.h>

#include "check.h"

enum { CALLS = 1 << 16, SIZES = 4096, ROUNDS = 151, CELLS = 21, CASES = 6 };

static size_t sizes[SIZES];

static double now_ns(void) {
  struct timespec t;
  (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); /* so that what else runs here does not count */
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static const ncclTuner_v5_t *load(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  const ncclTuner_v5_t *tuner = library != NULL ? dlsym(library, "ncclTunerPlugin_v5") : NULL;
  if (tuner == NULL) {
    fprintf(stderr, "bench: %s\n", dlerror());
    exit(2);
  }
  return tuner;
}

/* n rules, all for this communicator: zones side by side up to 16 MiB, LL128 in front of LL where it is not
 * forbidden. */
static void use_rules(const char *directory, int n) {
  char path[256], text[32768] = "";
  (void)snprintf(path, sizeof path, "%s/bench.csv", directory);
  for (int i = 0; i < n; i++) {
    long long width = (16 << 20) / n, min = width * i, max = i == n - 1 ? INT64_MAX : min + width - 1;
    (void)snprintf(text + strlen(text), sizeof text - strlen(text), "allreduce,%lld,%lld,ring,%s,-1,1,8\n",
                   min, max,
                   i % 3 == 0   ? "ll"
                   : i % 3 == 1 ? "ll128"
                                : "simple");
  }
  write_file(path, text, strlen(text));
  (void)setenv("NCCL_TUNER_CONFIG_FILE", path, 1);
}

static __attribute__((noinline)) void refill(float *table) {
  for (int i = 0; i < CELLS; i++) table[i] = i % 3 == 1 ? -1.0f : 5.0f;
  __asm__ volatile("" : : "r"(table) : "memory");
}

static double measure(const ncclTuner_v5_t *tuner, void *context) {
  float table[CELLS];
  int nChannels = 0;
  double start = now_ns();
  for (int i = 0; i < CALLS; i++) {
    refill(table);
    if (tuner != NULL)
      (void)tuner->getCollInfo(context, ncclFuncAllReduce, sizes[i % SIZES], 1, (float **)(void *)table, 7, 3,
                               1, &nChannels);
  }
  return (now_ns() - start) / CALLS;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  static const int RULES[CASES] = {0, 0, 0, 3, 30, 300};
  static const char *const NAMES[CASES] = {"(loop alone)",      "no-op tuner",        "ringside, no file",
                                           "ringside, 3 rules", "ringside, 30 rules", "ringside, 300 rules"};
  static double times[CASES][ROUNDS];
  const ncclTuner_v5_t *tuner[CASES] = {NULL};
  void *context[CASES] = {NULL};
  ncclNvlDomainInfo_v5_t domains = {1, 8, 8};
  ncclTunerConstants_v5_t constants = {0};
  uint64_t seed = 1;
  if (argc != 4) return 2;
  for (int i = 0; i < SIZES; i++) sizes[i] = next_random(&seed) >> (40 + i % 16);
  for (int c = 1; c < CASES; c++) {
    tuner[c] = load(c == 1 ? argv[2] : argv[1]);
    if (RULES[c] > 0)
      use_rules(argv[3], RULES[c]);
    else
      (void)unsetenv("NCCL_TUNER_CONFIG_FILE");
    (void)tuner[c]->init(&context[c], 1, 8, 1, NULL, &domains, &constants);
  }
  for (int round = -1; round < ROUNDS; round++)
    for (int c = 0; c < CASES; c++) {
      double t = measure(tuner[c], context[c]);
      if (round >= 0) times[c][round] = t;
    }
  for (int c = 0; c < CASES; c++) qsort(times[c], ROUNDS, sizeof times[c][0], compare);
  const double *loop = times[0];
  printf("ns per getCollInfo, %d rounds of %d calls, loop of %.1f ns taken off   best  median\n", ROUNDS,
         CALLS, loop[0]);
  for (int c = 1; c < CASES; c++) {
    printf("%-66s %8.1f%8.1f\n", NAMES[c], times[c][0] - loop[0], times[c][ROUNDS / 2] - loop[ROUNDS / 2]);
    (void)tuner[c]->finalize(context[c]);
  }
  return 0;
}
