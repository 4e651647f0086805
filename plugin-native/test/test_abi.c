/* The five exported tables: every table size with guard cells, every absurd argument, v2's pair. */
#include "api.h"
#include "check.h"

enum { GUARD = 16, ROOM = 64 };
static char rulesPath[256];

static void use_rules(const char *text) {
  write_file(rulesPath, text, strlen(text));
  CHECK(setenv("NCCL_TUNER_CONFIG_FILE", rulesPath, 1) == 0);
}

/* Every rule that there can be, for every shape of table: exactly one cell changes, and only if it was
 * allowed. */
static void check_tables(int api) {
  for (int algo = 0; algo < 7; algo++) {
    for (int proto = 0; proto < 3; proto++) {
      static const char *const A[] = {"tree",      "ring", "collnet_direct", "collnet_chain", "nvls",
                                      "nvls_tree", "pat"};
      static const char *const P[] = {"ll", "ll128", "simple"};
      char text[128];
      void *context = NULL;
      (void)snprintf(text, sizeof text, "allreduce,10,20,%s,%s,3,-1,-1\n", A[algo], P[proto]);
      use_rules(text);
      CHECK(api_init(api, 2, 1, log_for_test, &context) == ncclSuccess && context != NULL);
      for (int numAlgo = 0; numAlgo <= 8; numAlgo++) {
        for (int numProto = 0; numProto <= 4; numProto++) {
          for (int variant = 0; variant < 5; variant++) {
            static const float VALUES[] = {5.0f, -1.0f, -2.0f, 0.0f, 0.0f / 1.0f};
            float cells[GUARD + ROOM + GUARD];
            int nChannels = 0, n = numAlgo * numProto;
            for (int i = 0; i < GUARD + ROOM + GUARD; i++) cells[i] = 1e6f + (float)i;
            for (int i = 0; i < n; i++) cells[GUARD + i] = VALUES[variant];
            if (variant == 4) memset(&cells[GUARD], 0xff, (size_t)n * sizeof(float)); /* NaN */
            CHECK(api_choose(api, context, ncclFuncAllReduce, 15, 1, 0, cells + GUARD, numAlgo, numProto,
                             &nChannels) == ncclSuccess);
            bool isUsable = algo < numAlgo && proto < numProto && (variant == 0 || variant == 3);
            CHECK(nChannels == (isUsable ? 3 : 0));
            for (int i = 0; i < GUARD + ROOM + GUARD; i++) {
              bool isTable = i >= GUARD && i < GUARD + n;
              if (!isTable)
                CHECK(cells[i] == 1e6f + (float)i);
              else if (isUsable && i == GUARD + algo * numProto + proto)
                CHECK(cells[i] == 0.0f);
              else
                CHECK(variant == 4 ? cells[i] != cells[i] : cells[i] == VALUES[variant]);
            }
          }
        }
      }
      CHECK(api_close(api, context) == ncclSuccess);
    }
  }
}

static void fill(float table[21], float value) {
  for (int i = 0; i < 21; i++) table[i] = value;
}

static int changed_cell(const float table[21], float value) {
  int cell = -1;
  for (int i = 0; i < 21; i++)
    if (table[i] != value) cell = cell < 0 ? i : 99;
  return cell;
}

static void check_arguments(int api) {
  static const int ABSURD[] = {INT32_MIN, -1, 0, 1, 7, 63, 64, 65, 1 << 20, INT32_MAX};
  const int n = sizeof ABSURD / sizeof *ABSURD;
  float table[64 * 64];
  int nChannels = 77;
  void *context = NULL;
  use_rules("allreduce,0,100,pat,simple,5,-1,-1\nallreduce,0,9223372036854775807,ring,ll,5,-1,-1\n");
  CHECK(api_init(api, 2, 1, NULL, NULL) == ncclSuccess);
  CHECK(api_init(api, SIZE_MAX, SIZE_MAX, NULL, &context) == ncclSuccess && context != NULL);
  CHECK(api_close(api, context) == ncclSuccess);
  CHECK(api_close(api, NULL) == ncclSuccess);
  CHECK(api_init(api, 2, 1, NULL, &context) == ncclSuccess && context != NULL);
  CHECK(api_choose(api, NULL, 4, 5, 1, 0, table, 7, 3, &nChannels) == ncclSuccess && nChannels == 77);
  CHECK(api_choose(api, context, 4, 5, 1, 0, NULL, 7, 3, &nChannels) == ncclSuccess && nChannels == 77);
  for (int i = 0; i < n; i++) {
    fill(table, 1.0f);
    if (ABSURD[i] != 4)
      CHECK(api_choose(api, context, ABSURD[i], 5, 1, 0, table, 7, 3, &nChannels) == ncclSuccess);
    CHECK(changed_cell(table, 1.0f) == -1 && nChannels == 77);
    for (int k = 0; k < n; k++) {
      for (int cell = 0; cell < 64 * 64; cell++) table[cell] = 1.0f;
      CHECK(api_choose(api, context, 4, 5, ABSURD[k], ABSURD[i], table, ABSURD[i], ABSURD[k], NULL) ==
            ncclSuccess);
    }
  }
  fill(table, 1.0f);
  CHECK(api_choose(api, context, 4, SIZE_MAX, 1, 0, table, 7, 3, &nChannels) == ncclSuccess);
  CHECK(changed_cell(table, 1.0f) == -1 && nChannels == 77); /* behind every zone */
  CHECK(api_choose(api, context, 4, INT64_MAX, 1, 0, table, 7, 3, NULL) == ncclSuccess);
  CHECK(changed_cell(table, 1.0f) == 3);
  CHECK(api_close(api, context) == ncclSuccess);
}

static void check_conditions(int api) {
  static const struct {
    int collType;
    size_t nBytes;
    int numPipeOps, regBuff, cell, v3Cell;
  } CALLS[] = {
      {4, 10, 1, 1, 4, 3},   {4, 10, 1, 0, 3, 3},  {4, 10, 2, 1, 0, 0}, {4, 11, 1, 1, 4, -1},
      {4, 11, 1, 0, -1, -1}, {4, 9, 1, 1, -1, -1}, {2, 10, 1, 1, 5, 5}, {0, 10, 1, 1, -1, -1},
  };
  void *context = NULL;
  use_rules("allreduce,10,10,tree,ll,-1,1,2,2\n"
            "allreduce,10,11,ring,ll128,-1,1,2,-1,1\n"
            "allreduce,10,10,ring,ll,-1,1,2\n"
            "allreduce,0,100,ring,simple,-1,2,2\n"
            "allreduce,0,100,ring,simple,-1,1,3\n"
            "allgather,0,100,ring,simple,-1,1,2\n");
  CHECK(api_init(api, 2, 1, log_for_test, &context) == ncclSuccess);
  for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++) {
    float table[21];
    int nChannels = 0;
    fill(table, 1.0f);
    CHECK(api_choose(api, context, CALLS[i].collType, CALLS[i].nBytes, CALLS[i].numPipeOps, CALLS[i].regBuff,
                     table, 7, 3, &nChannels) == ncclSuccess);
    CHECK(changed_cell(table, 1.0f) == (api == 3 ? CALLS[i].v3Cell : CALLS[i].cell) && nChannels == 0);
  }
  CHECK(api_close(api, context) == ncclSuccess);
}

static void check_constants(void) {
  ncclNvlDomainInfo_v5_t domains, domainsBefore;
  ncclTunerConstants_v5_t constants, before;
  void *context = NULL;
  memset(&domains, 0x5a, sizeof domains);
  memset(&constants, 0x5a, sizeof constants);
  memcpy(&domainsBefore, &domains, sizeof domains);
  memcpy(&before, &constants, sizeof constants);
  CHECK(ncclTunerPlugin_v5.init(&context, 1, 2, 1, log_for_test, &domains, &constants) == ncclSuccess);
  CHECK(ncclTunerPlugin_v5.finalize(context) == ncclSuccess);
  CHECK(ncclTunerPlugin_v6.init(&context, 1, 2, 1, log_for_test, &domains, &constants) == ncclSuccess);
  CHECK(ncclTunerPlugin_v6.finalize(context) == ncclSuccess);
  CHECK(memcmp(&before, &constants, sizeof before) == 0 &&
        memcmp(&domainsBefore, &domains, sizeof domains) == 0);
  CHECK(ncclTunerPlugin_v6.getChunkSize == NULL);
}

/* v2: what it chooses with NCCL_ALGO and NCCL_PROTO as given; -1, -1 is "left to NCCL". */
static void check_pairs(void) {
  static const struct {
    const char *algo, *proto;
    int collType;
    size_t nBytes;
    int wantedAlgo, wantedProto, wantedChannels;
  } CASES[] = {
      {NULL, NULL, 4, 1, 1, 0, 0},
      {NULL, NULL, 4, 2, 1, 2, 9},
      {NULL, "LL128", 4, 2, 1, 1, 8},
      {NULL, "LL,LL128,Simple", 4, 2, 1, 1, 8},
      {NULL, "ll128", 4, 2, 1, 1, 8},
      {NULL, "^Simple", 4, 2, -1, -1, 0},
      {NULL, "^LL", 4, 1, -1, -1, 0},
      {NULL, "LL,Simple;allreduce:LL,LL128,Simple", 4, 2, 1, 1, 8},
      {NULL, "LL,Simple;allgather:LL128", 4, 2, 1, 2, 9},
      {NULL, "LL,Simple;allgather:LL128", 2, 2, 1, 1, 0},
      {"Tree", NULL, 4, 1, -1, -1, 0},
      {"Tree", NULL, 4, 3, 0, 2, 0},
      {"^Tree", NULL, 4, 3, -1, -1, 0},
      {"", "", 4, 1, 1, 0, 0},
      {NULL, "LL128", 4, 4, -1, -1, 0}, /* NVLS */
      {NULL, "Simple", 4, 5, -1, -1, 0},
      {NULL, NULL, 2, 3, -1, -1, 0}, /* Tree is for AllReduce only */
      {NULL, NULL, 9, 1, -1, -1, 0},
  };
  use_rules("allreduce,1,1,ring,ll,-1,-1,-1\n"
            "allreduce,2,2,ring,ll128,8,-1,-1\n"
            "allreduce,2,2,ring,simple,9,-1,-1\n"
            "allreduce,3,3,tree,simple,-1,-1,-1\n"
            "allreduce,4,4,nvls,simple,-1,-1,-1\n"
            "allreduce,5,5,collnet_chain,simple,-1,-1,-1\n"
            "allreduce,5,5,pat,simple,-1,-1,-1\n"
            "allgather,2,2,ring,ll128,-1,-1,-1\n"
            "allgather,3,3,tree,simple,-1,-1,-1\n");
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    int algo = -1, proto = -1, nChannels = 0;
    void *context = NULL;
    if (CASES[i].algo != NULL) (void)setenv("NCCL_ALGO", CASES[i].algo, 1);
    if (CASES[i].proto != NULL) (void)setenv("NCCL_PROTO", CASES[i].proto, 1);
    CHECK(api_init(2, 2, 1, log_for_test, &context) == ncclSuccess);
    (void)unsetenv("NCCL_ALGO"), (void)unsetenv("NCCL_PROTO");
    CHECK(ncclTunerPlugin_v2.getCollInfo(context, CASES[i].collType, CASES[i].nBytes, 1, 1, 1, &algo, &proto,
                                         &nChannels) == ncclSuccess);
    CHECK(algo == CASES[i].wantedAlgo && proto == CASES[i].wantedProto &&
          nChannels == CASES[i].wantedChannels);
    CHECK(ncclTunerPlugin_v2.getCollInfo(context, 4, 1, 1, 1, 1, NULL, &proto, NULL) == ncclSuccess);
    CHECK(ncclTunerPlugin_v2.getCollInfo(context, 4, 1, 1, 1, 1, &algo, NULL, NULL) == ncclSuccess);
    CHECK(ncclTunerPlugin_v2.getCollInfo(NULL, 4, 1, 1, 1, 1, &algo, &proto, NULL) == ncclSuccess);
    CHECK(algo == CASES[i].wantedAlgo && proto == CASES[i].wantedProto);
    CHECK(api_close(2, context) == ncclSuccess);
  }
}

int main(int argc, char **argv) {
  if (argc != 2) return 2; /* a directory to write to */
  (void)snprintf(rulesPath, sizeof rulesPath, "%s/test_abi.csv", argv[1]);
  for (int api = 3; api <= 6; api++) {
    check_tables(api);
    check_arguments(api);
    check_conditions(api);
  }
  check_constants();
  check_pairs();
  return finish_checks("abi");
}
