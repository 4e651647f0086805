/* Compiled zones against the brute-force oracle, and what they say of rules that cannot match. */
#include "check.h"
#include "oracle.h"
#include "zones.h"

/* The decision as tuner.c makes it, without tuner.c. */
static const struct ringside_candidate *choose(const struct ringside_zones *zones,
                                               const struct oracle_call *call, const float *table) {
  const struct ringside_intervals *in = &zones->of[call->collType];
  if (in->count == 0) return NULL;
  uint32_t i = ringside_find_interval(in, call->nBytes);
  for (uint32_t k = in->first[i]; k < in->first[i + 1]; k++) {
    const struct ringside_candidate *c = &in->candidate[k];
    if ((c->numPipeOps == -1 || c->numPipeOps == call->numPipeOps) &&
        (c->regBuff == -1 || c->regBuff == call->regBuff) && table[c->algorithm * 3 + c->protocol] >= 0)
      return c;
  }
  return NULL;
}

static void check_random_file(uint64_t *seed, int nRules, int nCalls) {
  struct ringside_rules rules = {0};
  struct ringside_zones zones;
  uint8_t fate[512];
  size_t nRanks = 1 + next_random(seed) % 3;
  size_t nNodes = 1 + next_random(seed) % 3;
  for (int i = 0; i < nRules; i++) {
    struct ringside_rule r = oracle_random_rule(seed, i + 1);
    CHECK(ringside_append_rule(&rules, &r));
  }
  CHECK(ringside_compile_zones(&zones, &rules, nRanks, nNodes, fate) == RINGSIDE_COMPILED);
  for (int i = 0; i < nCalls; i++) {
    struct oracle_call call = oracle_random_call(seed, &rules, nRanks, nNodes);
    if (call.collType < 0 || call.collType >= NCCL_NUM_FUNCTIONS) continue;
    float table[21];
    for (int k = 0; k < 21; k++) table[k] = next_random(seed) % 3 == 0 ? -1.0f : 1.0f;
    const struct ringside_rule *wanted = oracle_choose(&rules, &call, table, 7, 3);
    const struct ringside_candidate *is = choose(&zones, &call, table);
    CHECK((wanted == NULL) == (is == NULL));
    if (wanted == NULL || is == NULL) continue;
    CHECK(wanted->line == is->line && wanted->algorithm == is->algorithm && wanted->protocol == is->protocol);
    CHECK(wanted->nChannels == is->nChannels);
    CHECK(fate[is->line - 1] == RINGSIDE_KEPT || fate[is->line - 1] == RINGSIDE_FALLBACK);
  }
  ringside_free_zones(&zones);
  ringside_free_rules(&rules);
}

static void check_fates(void) {
  static const char TEXT[] = "allreduce,0,99,ring,ll,-1,1,2\n"              /* kept */
                             "allreduce,50,60,ring,ll,4,1,2\n"              /* shadowed */
                             "allreduce,50,60,ring,simple,4,1,2\n"          /* fallback */
                             "allreduce,50,100,ring,simple,4,1,2\n"         /* kept: 100 */
                             "allreduce,0,99,ring,ll,-1,2,1\n"              /* exchanged */
                             "allreduce,0,99,ring,ll,-1,1,8\n"              /* other */
                             "allreduce,200,300,ring,ll,-1,-1,-1,-1,1\n"    /* kept */
                             "allreduce,200,300,ring,ll128,-1,-1,-1,-1,0\n" /* kept: other calls */
                             "allreduce,200,300,ring,ll,-1,-1,-1,-1,-1\n"   /* kept: wider */
                             "allreduce,200,300,ring,ll,-1,-1,-1,2,0\n"     /* shadowed */
                             "allgather,0,99,ring,ll,-1,1,2\n"              /* kept */
                             "allreduce,0,250,ring,ll,-1,1,2\n";            /* kept: 100 to 199 */
  static const uint8_t WANTED[] = {RINGSIDE_KEPT,      RINGSIDE_SHADOWED,   RINGSIDE_FALLBACK, RINGSIDE_KEPT,
                                   RINGSIDE_EXCHANGED, RINGSIDE_OTHER_COMM, RINGSIDE_KEPT,     RINGSIDE_KEPT,
                                   RINGSIDE_KEPT,      RINGSIDE_SHADOWED,   RINGSIDE_KEPT,     RINGSIDE_KEPT};
  struct ringside_rules rules;
  struct ringside_zones zones;
  char message[RINGSIDE_MESSAGE_SIZE];
  uint8_t fate[sizeof WANTED];
  CHECK(ringside_parse_rules(&rules, TEXT, sizeof TEXT - 1, "f", message));
  CHECK(rules.count == sizeof WANTED);
  CHECK(ringside_compile_zones(&zones, &rules, 2, 1, fate) == RINGSIDE_COMPILED);
  for (size_t i = 0; i < sizeof WANTED; i++) CHECK(fate[i] == WANTED[i]);
  ringside_free_zones(&zones);
  ringside_free_rules(&rules);
}

static void check_candidate_limit(void) {
  for (int excess = 0; excess < 2; excess++) {
    struct ringside_rules rules = {0};
    struct ringside_zones zones;
    uint8_t fate[RINGSIDE_MAX_CANDIDATES + 1];
    for (int i = 0; i < RINGSIDE_MAX_CANDIDATES + excess; i++) {
      struct ringside_rule r = {0, 9, i + 1, 4, 1, 0, 0, -1, -1, i + 1, -1};
      CHECK(ringside_append_rule(&rules, &r));
    }
    CHECK(ringside_compile_zones(&zones, &rules, 2, 1, fate) ==
          (excess ? RINGSIDE_TOO_MANY_CANDIDATES : RINGSIDE_COMPILED));
    CHECK(zones.of[4].count == (excess ? 0u : 2u));
    ringside_free_zones(&zones);
    ringside_free_rules(&rules);
  }
}

/* The largest file, every rule at work: intervals that differ all the way. */
static void check_largest_file(void) {
  struct ringside_rules rules = {0};
  struct ringside_zones zones;
  uint8_t *fate = malloc(RINGSIDE_MAX_RULES);
  if (fate == NULL) exit(1);
  for (int i = 0; i < RINGSIDE_MAX_RULES; i++) {
    struct ringside_rule r = {10 * i, 10 * i + 500, i + 1, 4, i % 7, i % 3, 0, -1, -1, -1, -1};
    CHECK(ringside_append_rule(&rules, &r));
  }
  CHECK(ringside_compile_zones(&zones, &rules, 2, 1, fate) == RINGSIDE_COMPILED);
  CHECK(zones.of[4].count > RINGSIDE_MAX_RULES);
  ringside_free_zones(&zones);
  ringside_free_rules(&rules);
  free(fate);
}

int main(void) {
  uint64_t seed = 1;
  for (int i = 0; i < 2000; i++) check_random_file(&seed, (int)(next_random(&seed) % 40), 200);
  for (int i = 0; i < 20; i++) check_random_file(&seed, 500, 2000);
  check_fates();
  check_candidate_limit();
  check_largest_file();
  return finish_checks("zones");
}
