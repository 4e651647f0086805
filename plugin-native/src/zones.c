#include "zones.h"

#include <stdlib.h>
#include <string.h>

struct build {
  const struct ringside_rules *rules;
  const uint32_t *kept; /* rules of this communicator and collective, in file order */
  size_t nKept;
  uint8_t *fate;
  struct ringside_intervals *out;
  uint32_t nCandidates, capacity;
};

static bool fits(int32_t wanted, size_t is) { return wanted == RINGSIDE_ANY || (size_t)wanted == is; }

static uint8_t judge_rule(const struct ringside_rule *r, size_t nRanks, size_t nNodes) {
  if (fits(r->nRanks, nRanks) && fits(r->nNodes, nNodes)) return RINGSIDE_SHADOWED; /* until it decides */
  if (fits(r->nRanks, nNodes) && fits(r->nNodes, nRanks)) return RINGSIDE_EXCHANGED;
  return RINGSIDE_OTHER_COMM;
}

static int compare_sizes(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* All sizes where the set of matching rules may change, sorted, each once. */
static uint32_t collect_starts(const struct build *b, uint64_t *start) {
  uint32_t n = 0, unique = 1;
  start[n++] = 0;
  for (size_t i = 0; i < b->nKept; i++) {
    const struct ringside_rule *r = &b->rules->rule[b->kept[i]];
    start[n++] = (uint64_t)r->minBytes;
    start[n++] = (uint64_t)r->maxBytes + 1;
  }
  qsort(start, n, sizeof *start, compare_sizes);
  for (uint32_t i = 1; i < n; i++)
    if (start[i] != start[unique - 1]) start[unique++] = start[i];
  return unique;
}

/* Whether every call that b matches is matched by a. */
static bool is_as_wide(const struct ringside_candidate *a, const struct ringside_candidate *b) {
  return (a->numPipeOps == RINGSIDE_ANY || a->numPipeOps == b->numPipeOps) &&
         (a->regBuff == RINGSIDE_ANY || a->regBuff == b->regBuff);
}

/* How c stands behind the candidates of its size: for the same entry it never decides. */
static enum ringside_fate judge_candidate(const struct ringside_candidate *list, uint32_t n,
                                          const struct ringside_candidate *c) {
  enum ringside_fate fate = RINGSIDE_KEPT;
  for (uint32_t i = 0; i < n; i++) {
    if (!is_as_wide(&list[i], c)) continue;
    if (list[i].algorithm == c->algorithm && list[i].protocol == c->protocol) return RINGSIDE_SHADOWED;
    fate = RINGSIDE_FALLBACK;
  }
  return fate;
}

static enum ringside_compile list_candidates(const struct build *b, uint64_t nBytes,
                                             struct ringside_candidate list[RINGSIDE_MAX_CANDIDATES],
                                             uint32_t *count) {
  uint32_t n = 0;
  for (size_t i = 0; i < b->nKept; i++) {
    const struct ringside_rule *r = &b->rules->rule[b->kept[i]];
    if (nBytes < (uint64_t)r->minBytes || nBytes > (uint64_t)r->maxBytes) continue;
    struct ringside_candidate c = {(int8_t)r->algorithm,  (int8_t)r->protocol, (int8_t)r->regBuff,
                                   (uint8_t)r->nChannels, r->numPipeOps,       r->line};
    enum ringside_fate fate = judge_candidate(list, n, &c);
    if (fate == RINGSIDE_SHADOWED) continue;
    if (n == RINGSIDE_MAX_CANDIDATES) return RINGSIDE_TOO_MANY_CANDIDATES;
    if (fate < b->fate[b->kept[i]]) b->fate[b->kept[i]] = (uint8_t)fate; /* the best over all sizes */
    list[n++] = c;
  }
  *count = n;
  return RINGSIDE_COMPILED;
}

static bool is_same(const struct ringside_candidate *a, const struct ringside_candidate *b) {
  return a->line == b->line; /* one line, one rule */
}

static bool is_last_list(const struct build *b, uint32_t interval, const struct ringside_candidate *list,
                         uint32_t n) {
  const struct ringside_intervals *o = b->out;
  if (interval == 0 || b->nCandidates - o->first[interval - 1] != n) return false;
  for (uint32_t i = 0; i < n; i++)
    if (!is_same(&o->candidate[o->first[interval - 1] + i], &list[i])) return false;
  return true;
}

static bool append_list(struct build *b, const struct ringside_candidate *list, uint32_t n) {
  if (b->nCandidates + n > b->capacity) {
    uint32_t capacity = 2 * (b->nCandidates + n);
    struct ringside_candidate *grown = realloc(b->out->candidate, capacity * sizeof *grown);
    if (grown == NULL) return false;
    b->out->candidate = grown;
    b->capacity = capacity;
  }
  if (n > 0) memcpy(b->out->candidate + b->nCandidates, list, n * sizeof *list);
  b->nCandidates += n;
  return true;
}

static enum ringside_compile compile_collective(struct build *b) {
  struct ringside_candidate list[RINGSIDE_MAX_CANDIDATES];
  struct ringside_intervals *o = b->out;
  o->start = malloc((2 * b->nKept + 1) * sizeof *o->start);
  o->first = malloc((2 * b->nKept + 2) * sizeof *o->first);
  if (o->start == NULL || o->first == NULL) return RINGSIDE_NO_MEMORY;
  uint32_t n = 0, nStarts = collect_starts(b, o->start), nList = 0;
  for (uint32_t i = 0; i < nStarts; i++) {
    enum ringside_compile result = list_candidates(b, o->start[i], list, &nList);
    if (result != RINGSIDE_COMPILED) return result;
    if (is_last_list(b, n, list, nList)) continue;
    o->start[n] = o->start[i];
    o->first[n++] = b->nCandidates;
    if (!append_list(b, list, nList)) return RINGSIDE_NO_MEMORY;
  }
  o->first[n] = b->nCandidates;
  o->count = n;
  return RINGSIDE_COMPILED;
}

enum ringside_compile ringside_compile_zones(struct ringside_zones *zones, const struct ringside_rules *rules,
                                             size_t nRanks, size_t nNodes, uint8_t *fate) {
  enum ringside_compile result = RINGSIDE_COMPILED;
  *zones = (struct ringside_zones){0};
  if (rules->count == 0) return RINGSIDE_COMPILED;
  uint32_t *kept = malloc(rules->count * sizeof *kept);
  if (kept == NULL) return RINGSIDE_NO_MEMORY;
  for (size_t i = 0; i < rules->count; i++) fate[i] = judge_rule(&rules->rule[i], nRanks, nNodes);
  for (int coll = 0; coll < NCCL_NUM_FUNCTIONS && result == RINGSIDE_COMPILED; coll++) {
    struct build b = {.rules = rules, .kept = kept, .fate = fate, .out = &zones->of[coll]};
    for (size_t i = 0; i < rules->count; i++)
      if (rules->rule[i].collType == coll && fate[i] == RINGSIDE_SHADOWED) kept[b.nKept++] = (uint32_t)i;
    if (b.nKept > 0) result = compile_collective(&b);
  }
  free(kept);
  if (result != RINGSIDE_COMPILED) ringside_free_zones(zones);
  return result;
}

void ringside_free_zones(struct ringside_zones *zones) {
  for (int coll = 0; coll < NCCL_NUM_FUNCTIONS; coll++) {
    free(zones->of[coll].start);
    free(zones->of[coll].first);
    free(zones->of[coll].candidate);
  }
  *zones = (struct ringside_zones){0};
}
