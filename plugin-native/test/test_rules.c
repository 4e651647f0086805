/* The grammar of docs/tuner-file.md, line by line. */
#include "check.h"
#include "rules.h"

#define FIELDS                                                                                               \
  " where a rule has 8 to 10: collective,min_bytes,max_bytes,algorithm,protocol,channels,nNodes,nRanks"      \
  "[,numPipeOps[,regBuff]]"

static const struct {
  const char *text, *error; /* error without "f:1: " */
} BAD[] = {
    {"allreduce", "1 field" FIELDS},
    {"allreduce,0,1,ring,ll,-1,1", "7 fields" FIELDS},
    {"allreduce,0,1,ring,ll,-1,1,2,-1,-1,7", "11 fields" FIELDS},
    {"AllReduce,0,1,ring,ll,-1,1,2",
     "unknown collective \"AllReduce\" (broadcast, reduce, allgather, reducescatter, allreduce)"},
    {",0,1,ring,ll,-1,1,2",
     "unknown collective \"\" (broadcast, reduce, allgather, reducescatter, allreduce)"},
    {"allreduce,64K,1,ring,ll,-1,1,2", "min_bytes \"64K\" is not a number from 0 to 9223372036854775807"},
    {"allreduce,-1,1,ring,ll,-1,1,2", "min_bytes \"-1\" is not a number from 0 to 9223372036854775807"},
    {"allreduce,0,-1,ring,ll,-1,1,2", "max_bytes \"-1\" is not a number from 0 to 9223372036854775807"},
    {"allreduce,0,+1,ring,ll,-1,1,2", "max_bytes \"+1\" is not a number from 0 to 9223372036854775807"},
    {"allreduce,0,1.0,ring,ll,-1,1,2", "max_bytes \"1.0\" is not a number from 0 to 9223372036854775807"},
    {"allreduce,0,0x10,ring,ll,-1,1,2", "max_bytes \"0x10\" is not a number from 0 to 9223372036854775807"},
    {"allreduce,0,1 0,ring,ll,-1,1,2", "max_bytes \"1 0\" is not a number from 0 to 9223372036854775807"},
    {"allreduce,0,9223372036854775808,ring,ll,-1,1,2",
     "max_bytes \"9223372036854775808\" is not a number from 0 to 9223372036854775807"},
    {"allreduce,0,99999999999999999999999999999999999999999,ring,ll,-1,1,2",
     "max_bytes \"99999999999999999999999999999999...\" is not a number from 0 to 9223372036854775807"},
    {"allreduce,5,4,ring,ll,-1,1,2", "min_bytes 5 is above max_bytes 4"},
    {"allreduce,0,1,rings,ll,-1,1,2",
     "unknown algorithm \"rings\" (tree, ring, collnet_direct, collnet_chain, nvls, nvls_tree, pat)"},
    {"allreduce,0,1,rin,ll,-1,1,2",
     "unknown algorithm \"rin\" (tree, ring, collnet_direct, collnet_chain, nvls, nvls_tree, pat)"},
    {"allreduce,0,1,ring,ll12,-1,1,2", "unknown protocol \"ll12\" (ll, ll128, simple)"},
    {"allreduce,0,1,ring,l\"\xff\x01,-1,1,2", "unknown protocol \"l???\" (ll, ll128, simple)"},
    {"allreduce,0,1,ring,ll\r,-1,1,2", "unknown protocol \"ll?\" (ll, ll128, simple)"},
    {"allreduce,0,1,ring,ll,65,1,2", "channels \"65\" is not -1 or a number from 0 to 64"},
    {"allreduce,0,1,ring,ll,-2,1,2", "channels \"-2\" is not -1 or a number from 0 to 64"},
    {"allreduce,0,1,ring,ll,-01,1,2", "channels \"-01\" is not -1 or a number from 0 to 64"},
    {"allreduce,0,1,ring,ll,-1,0,2", "nNodes \"0\" is not -1 or a number from 1 to 2147483647"},
    {"allreduce,0,1,ring,ll,-1,1,2147483648",
     "nRanks \"2147483648\" is not -1 or a number from 1 to 2147483647"},
    {"allreduce,0,1,ring,ll,-1,1,", "nRanks \"\" is not -1 or a number from 1 to 2147483647"},
    {"allreduce,0,1,ring,ll,-1,1,2 # two", "nRanks \"2 # two\" is not -1 or a number from 1 to 2147483647"},
    {"allreduce,0,1,ring,ll,-1,1,2,0", "numPipeOps \"0\" is not -1 or a number from 1 to 2147483647"},
    {"allreduce,0,1,ring,ll,-1,1,2,", "numPipeOps \"\" is not -1 or a number from 1 to 2147483647"},
    {"allreduce,0,1,ring,ll,-1,1,2,-1,2", "regBuff \"2\" is not -1 or a number from 0 to 1"},
    {"\"allreduce\",0,1,ring,ll,-1,1,2",
     "unknown collective \"?allreduce?\" (broadcast, reduce, allgather, reducescatter, allreduce)"},
};

static void check_bad_lines(void) {
  for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
    struct ringside_rules rules;
    char message[RINGSIDE_MESSAGE_SIZE], wanted[RINGSIDE_MESSAGE_SIZE], text[512];
    (void)snprintf(text, sizeof text, "# comment\n\nallreduce,0,9,tree,ll,-1,-1,-1\n%s\nallreduce,0,0",
                   BAD[i].text);
    CHECK(!ringside_parse_rules(&rules, text, strlen(text), "dir/f.csv", message));
    (void)snprintf(wanted, sizeof wanted, "dir/f.csv:4: %s", BAD[i].error);
    CHECK_TEXT(message, wanted);
    CHECK(rules.rule == NULL && rules.count == 0);
  }
}

static void check_good_lines(void) {
  static const char TEXT[] = "\xef\xbb\xbf# a comment\r\n"
                             "\r\n"
                             " \t \n"
                             "  # indented \xff\n"
                             "broadcast,0,0,tree,ll,-1,-1,-1\r\n"
                             " reduce ,\t1 , 0002,ring,ll128, 0,1,2,3 \n"
                             "allgather,3,9223372036854775807,collnet_direct,simple,64,2147483647,2147483647,"
                             "2147483647,0\n"
                             "reducescatter,0,1,nvls_tree,ll,7,1,1,-1,-1\n"
                             "allreduce,0,1,pat,ll,1,1,1,1,1";
  static const struct ringside_rule WANTED[] = {
      {0, 0, 5, ncclFuncBroadcast, NCCL_ALGO_TREE, NCCL_PROTO_LL, 0, -1, -1, -1, -1},
      {1, 2, 6, ncclFuncReduce, NCCL_ALGO_RING, NCCL_PROTO_LL128, 0, 1, 2, 3, -1},
      {3, INT64_MAX, 7, ncclFuncAllGather, NCCL_ALGO_COLLNET_DIRECT, NCCL_PROTO_SIMPLE, 64, INT32_MAX,
       INT32_MAX, INT32_MAX, 0},
      {0, 1, 8, ncclFuncReduceScatter, NCCL_ALGO_NVLS_TREE, NCCL_PROTO_LL, 7, 1, 1, -1, -1},
      {0, 1, 9, ncclFuncAllReduce, NCCL_ALGO_PAT, NCCL_PROTO_LL, 1, 1, 1, 1, 1},
  };
  struct ringside_rules rules;
  char message[RINGSIDE_MESSAGE_SIZE];
  CHECK(ringside_parse_rules(&rules, TEXT, sizeof TEXT - 1, "f", message));
  CHECK_TEXT(message, "");
  CHECK(rules.count == 5);
  for (size_t i = 0; i < rules.count && i < 5; i++) {
    const struct ringside_rule *r = &rules.rule[i], *w = &WANTED[i];
    CHECK(r->minBytes == w->minBytes && r->maxBytes == w->maxBytes && r->line == w->line);
    CHECK(r->collType == w->collType && r->algorithm == w->algorithm && r->protocol == w->protocol);
    CHECK(r->nChannels == w->nChannels && r->nNodes == w->nNodes && r->nRanks == w->nRanks);
    CHECK(r->numPipeOps == w->numPipeOps && r->regBuff == w->regBuff);
  }
  ringside_free_rules(&rules);
}

static void check_empty(void) {
  static const char *const TEXTS[] = {"", "\n", "\r\n", "#", "# x", "\xef\xbb\xbf", " "};
  for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
    struct ringside_rules rules;
    char message[RINGSIDE_MESSAGE_SIZE];
    CHECK(ringside_parse_rules(&rules, TEXTS[i], strlen(TEXTS[i]), "f", message));
    CHECK(rules.count == 0);
    ringside_free_rules(&rules);
  }
}

static void check_line_limit(void) {
  for (int excess = 0; excess < 2; excess++) {
    for (int comment = 0; comment < 2; comment++) {
      char text[RINGSIDE_MAX_LINE_BYTES + 8], message[RINGSIDE_MESSAGE_SIZE];
      size_t length = RINGSIDE_MAX_LINE_BYTES + (size_t)excess;
      struct ringside_rules rules;
      memset(text, ' ', sizeof text);
      memcpy(text, comment ? "#" : "allreduce,0,1,ring,ll,-1,1,2", comment ? 1 : 28);
      memcpy(text + length, "\r\n", 2);
      bool isFine = ringside_parse_rules(&rules, text, length + 2, "f", message);
      CHECK(isFine == (excess == 0));
      CHECK_TEXT(message, excess == 0 ? "" : "f:1: line longer than 1024 bytes");
      ringside_free_rules(&rules);
    }
  }
}

static void check_rule_limit(void) {
  static const char LINE[] = "allreduce,0,1,ring,ll,-1,1,2\n";
  for (int excess = 0; excess < 2; excess++) {
    size_t n = RINGSIDE_MAX_RULES + (size_t)excess, length = sizeof LINE - 1;
    char *text = malloc(n * length), message[RINGSIDE_MESSAGE_SIZE];
    struct ringside_rules rules;
    if (text == NULL) exit(1);
    for (size_t i = 0; i < n; i++) memcpy(text + i * length, LINE, length);
    CHECK(ringside_parse_rules(&rules, text, n * length, "f", message) == (excess == 0));
    CHECK_TEXT(message, excess == 0 ? "" : "f:4097: more than 4096 rules");
    ringside_free_rules(&rules);
    free(text);
  }
}

/* The hash that docs/tuner-file.md defines, over a text written by hand. */
static uint64_t hash_text(const char *text) {
  uint64_t hash = 14695981039346656037u;
  for (; *text != '\0'; text++) hash = (hash ^ (unsigned char)*text) * 1099511628211u;
  return hash;
}

static void check_hash(void) {
  static const char *const SAME[] = {
      "allreduce,0,1,ring,ll,-1,1,2\nallreduce,2,3,nvls_tree,simple,4,-1,8,1,0\n",
      "# x\n allreduce , 0,01,ring,ll,0,1,2,-1,-1\r\n\nallreduce,2,3,nvls_tree,simple,4,-1,8,1,0",
  };
  for (int i = 0; i < 2; i++) {
    struct ringside_rules rules;
    char message[RINGSIDE_MESSAGE_SIZE];
    CHECK(ringside_parse_rules(&rules, SAME[i], strlen(SAME[i]), "f", message));
    CHECK(ringside_hash_rules(&rules) == hash_text("allreduce,0,1,ring,ll,-1,1,2,-1,-1\n"
                                                   "allreduce,2,3,nvls_tree,simple,4,-1,8,1,0\n"));
    rules.rule[1].nRanks = 4;
    CHECK(ringside_hash_rules(&rules) != hash_text("allreduce,0,1,ring,ll,-1,1,2,-1,-1\n"
                                                   "allreduce,2,3,nvls_tree,simple,4,-1,8,1,0\n"));
    ringside_free_rules(&rules);
  }
  CHECK(hash_text("") == 0xcbf29ce484222325u);
}

int main(void) {
  check_bad_lines();
  check_good_lines();
  check_empty();
  check_line_limit();
  check_rule_limit();
  check_hash();
  return finish_checks("rules");
}
