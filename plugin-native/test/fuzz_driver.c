/*
 * The fuzzer for where there is only a C compiler: seeded, so every run is the same.
 *   fuzz_driver SEED FILES CALLS [INPUT...]: FILES mutated tuner files, CALLS random calls; then the inputs
 * given.
 */
#include <inttypes.h>

#include "api.h"
#include "check.h"
#include "fuzz_target.h"

enum { MAX_INPUT = 4096 };

static const char SEEDS[][200] = {
    "allreduce,0,589824,ring,ll,-1,1,2\nallreduce,589825,9223372036854775807,ring,simple,-1,1,2\n",
    "# comment\r\n\n allgather , 1,2,tree,ll128,4,-1,-1,1,0\r\nbroadcast,0,1,nvls,simple,0,1,8\n",
    "\xef\xbb\xbfreducescatter,0,99999999999,collnet_direct,ll,64,2147483647,2147483647,2147483647,1",
    "reduce,7,7,pat,simple,-1,-1,-1,-1,-1\nallreduce,7,7,nvls_tree,ll,-1,-1,-1\n",
};
static const char TOKENS[][24] = {",",
                                  "\n",
                                  "\r",
                                  "#",
                                  "-1",
                                  "0",
                                  "9223372036854775807",
                                  "9223372036854775808",
                                  "ring",
                                  "ll128",
                                  "allreduce,",
                                  "\xef\xbb\xbf",
                                  " ",
                                  "\t",
                                  "65",
                                  "allreduce,0,9,ring,ll"};

static size_t mutate(uint64_t *seed, uint8_t *data) {
  const char *text = SEEDS[next_random(seed) % 4];
  size_t size = 19 + strlen(text);
  for (int i = 0; i < 19; i++) data[i] = (uint8_t)next_random(seed);
  memcpy(data + 19, text, strlen(text));
  for (uint64_t n = next_random(seed) % 8; n > 0; n--) {
    size_t at = 19 + next_random(seed) % (size - 18);
    const char *token = TOKENS[next_random(seed) % 16];
    size_t length = strlen(token), cut = next_random(seed) % 16;
    switch (next_random(seed) % 4) {
    case 0: /* another byte */
      if (at < size) data[at] = (uint8_t)next_random(seed);
      break;
    case 1: /* bytes out */
      if (at + cut > size) break;
      memmove(data + at, data + at + cut, size - at - cut);
      size -= cut;
      break;
    case 2: /* a token in */
      if (size + length > MAX_INPUT) break;
      memmove(data + at + length, data + at, size - at);
      memcpy(data + at, token, length);
      size += length;
      break;
    default: /* all of it twice */
      if (19 + 2 * (size - 19) > MAX_INPUT) break;
      memcpy(data + size, data + 19, size - 19);
      size += size - 19;
    }
  }
  return size;
}

static void run_input(const char *path) {
  static uint8_t data[1 << 20];
  FILE *file = fopen(path, "rb");
  if (file == NULL) exit(2);
  size_t size = fread(data, 1, sizeof data, file);
  (void)fclose(file);
  (void)LLVMFuzzerTestOneInput(data, size);
}

/* Random calls on communicators of random files; the oracle decides each as well. */
static void run_calls(uint64_t *seed, long calls) {
  static const char *const C[] = {"broadcast", "reduce", "allgather", "reducescatter", "allreduce"};
  static const char *const A[] = {"tree",      "ring", "collnet_direct", "collnet_chain", "nvls",
                                  "nvls_tree", "pat"};
  static const char *const P[] = {"ll", "ll128", "simple"};
  enum { PER_FILE = 50000 };
  char path[] = "/tmp/ringside-calls-XXXXXX", text[4096];
  long decided = 0;
  int fd = mkstemp(path);
  (void)unsetenv("NCCL_ALGO"), (void)unsetenv("NCCL_PROTO"); /* they decide what API v2 may choose */
  if (fd < 0 || setenv("NCCL_TUNER_CONFIG_FILE", path, 1) != 0) exit(2);
  FILE *file = fdopen(fd, "w");
  if (file == NULL) exit(2);
  (void)fclose(file);
  for (long done = 0; done < calls; done += PER_FILE) {
    struct ringside_rules rules = {0};
    char message[RINGSIDE_MESSAGE_SIZE];
    void *context = NULL;
    int api = 2 + (int)(next_random(seed) % 5);
    size_t nRanks = 1 + next_random(seed) % 3;
    size_t nNodes = 1 + next_random(seed) % 3;
    text[0] = '\0';
    for (int i = 0, n = (int)(next_random(seed) % 24); i < n; i++) {
      struct ringside_rule r = oracle_random_rule(seed, i + 1);
      (void)snprintf(text + strlen(text), sizeof text - strlen(text),
                     "%s,%" PRId64 ",%" PRId64 ",%s,%s,%d,%d,%d,%d,%d\n", C[r.collType], r.minBytes,
                     r.maxBytes, A[r.algorithm], P[r.protocol], r.nChannels, r.nNodes, r.nRanks, r.numPipeOps,
                     r.regBuff);
    }
    write_file(path, text, strlen(text));
    if (!ringside_parse_rules(&rules, text, strlen(text), path, message)) abort();
    if (api_init(api, nRanks, nNodes, NULL, &context) != ncclSuccess || context == NULL) abort();
    for (long i = 0; i < PER_FILE && done + i < calls; i++) {
      uint64_t dice = next_random(seed);
      struct oracle_call call = oracle_random_call(seed, &rules, nRanks, nNodes);
      decided +=
          fuzz_ask(api, context, &rules, &call, dice >> 13 & 1 ? (int)(dice >> 16 & 15) % 9 : 7,
                   dice >> 13 & 1 ? (int)(dice >> 20 & 7) % 5 : 3, next_random(seed) & next_random(seed));
    }
    if (api_close(api, context) != ncclSuccess) abort();
    ringside_free_rules(&rules);
  }
  (void)remove(path);
  printf("%-14s %ld calls equal to the oracle, %ld decided by a rule\n", "fuzz", calls, decided);
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  uint64_t seed = strtoull(argv[1], NULL, 10);
  long files = strtol(argv[2], NULL, 10), calls = strtol(argv[3], NULL, 10);
  static uint8_t data[MAX_INPUT + 64];
  for (long i = 0; i < files; i++) {
    size_t size = mutate(&seed, data);
    (void)LLVMFuzzerTestOneInput(data, size);
  }
  printf("%-14s %ld mutated files\n", "fuzz", files);
  run_calls(&seed, calls);
  for (int i = 4; i < argc; i++) run_input(argv[i]);
  return 0;
}
