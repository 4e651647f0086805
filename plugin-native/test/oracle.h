/* First usable match, the slow and obvious way: what docs/tuner-file.md says, over the rules as they stand in
 * the file. */
#ifndef RINGSIDE_ORACLE_H
#define RINGSIDE_ORACLE_H

#include <stdbool.h>

#include "random.h"
#include "ringside_tuner_abi.h"
#include "rules.h"

struct oracle_call {
  int collType;
  uint64_t nBytes;
  size_t nRanks, nNodes;
  int numPipeOps, regBuff;
};

static inline const struct ringside_rule *oracle_choose(const struct ringside_rules *rules,
                                                        const struct oracle_call *call, const float *table,
                                                        int numAlgo, int numProto) {
  for (size_t i = 0; i < rules->count; i++) {
    const struct ringside_rule *r = &rules->rule[i];
    if (r->collType != call->collType) continue;
    if (call->nBytes < (uint64_t)r->minBytes || call->nBytes > (uint64_t)r->maxBytes) continue;
    if (r->nRanks != -1 && (uint64_t)r->nRanks != call->nRanks) continue;
    if (r->nNodes != -1 && (uint64_t)r->nNodes != call->nNodes) continue;
    if (r->numPipeOps != -1 && r->numPipeOps != call->numPipeOps) continue;
    if (r->regBuff != -1 && r->regBuff != call->regBuff) continue;
    if (r->algorithm >= numAlgo || r->protocol >= numProto) continue;
    if (!(table[r->algorithm * numProto + r->protocol] >= 0)) continue;
    return r;
  }
  return NULL;
}

/* What API v2, which has no table, counts as allowed while NCCL_ALGO and NCCL_PROTO are unset
 * (docs/plugin.md). */
static inline void oracle_fill_without_table(int collType,
                                             float table[NCCL_NUM_ALGORITHMS * NCCL_NUM_PROTOCOLS]) {
  for (int cell = 0; cell < NCCL_NUM_ALGORITHMS * NCCL_NUM_PROTOCOLS; cell++) {
    int algorithm = cell / NCCL_NUM_PROTOCOLS, protocol = cell % NCCL_NUM_PROTOCOLS;
    bool hasAlgorithm =
        algorithm == NCCL_ALGO_RING || (algorithm == NCCL_ALGO_TREE && collType == ncclFuncAllReduce);
    table[cell] = hasAlgorithm && protocol != NCCL_PROTO_LL128 ? 1.0f : -1.0f;
  }
}

/* Rules of which many overlap, touch, repeat and exclude each other. */
static inline struct ringside_rule oracle_random_rule(uint64_t *seed, int line) {
  static const int64_t EDGES[] = {0,      1,      1024,    65536,   65537,    458752,
                                  589824, 589825, 1 << 20, 1 << 30, INT64_MAX};
  const int nEdges = sizeof EDGES / sizeof *EDGES;
  int64_t a = EDGES[next_random(seed) % (uint64_t)nEdges]; /* full declarators are sequenced */
  int64_t b = EDGES[next_random(seed) % (uint64_t)nEdges];
  struct ringside_rule r = {.minBytes = a < b ? a : b, .maxBytes = a < b ? b : a, .line = line};
  r.collType = next_random(seed) % 4 == 0 ? (int)(next_random(seed) % 5) : ncclFuncAllReduce;
  r.algorithm = next_random(seed) % 3 == 0 ? (int)(next_random(seed) % 7) : NCCL_ALGO_RING;
  r.protocol = (int)(next_random(seed) % 3);
  r.nChannels = next_random(seed) % 3 == 0 ? 1 + (int)(next_random(seed) % 64) : 0;
  r.nNodes = next_random(seed) % 3 == 0 ? 1 + (int)(next_random(seed) % 3) : -1;
  r.nRanks = next_random(seed) % 3 == 0 ? 1 + (int)(next_random(seed) % 3) : -1;
  r.numPipeOps = next_random(seed) % 4 == 0 ? 1 + (int)(next_random(seed) % 2) : -1;
  r.regBuff = next_random(seed) % 4 == 0 ? (int)(next_random(seed) % 2) : -1;
  return r;
}

/* Sizes at, just below and just above the ends of rules, and any. */
static inline uint64_t oracle_random_size(uint64_t *seed, const struct ringside_rules *rules) {
  uint64_t dice = next_random(seed);
  uint64_t any = next_random(seed) >> (dice & 63);
  if (rules->count == 0 || (dice >> 6 & 3) == 0) return any;
  const struct ringside_rule *r = &rules->rule[any % rules->count];
  return (uint64_t)(dice >> 8 & 1 ? r->minBytes : r->maxBytes) + (dice >> 16) % 3 - 1;
}

/* Any collective and condition, valid or not; AllReduce half of the time. */
static inline struct oracle_call oracle_random_call(uint64_t *seed, const struct ringside_rules *rules,
                                                    size_t nRanks, size_t nNodes) {
  uint64_t dice = next_random(seed);
  struct oracle_call call = {.nRanks = nRanks, .nNodes = nNodes};
  call.collType = dice & 1 ? ncclFuncAllReduce : (int)(dice >> 1 & 15) % 7 - 1;
  call.nBytes = oracle_random_size(seed, rules);
  call.numPipeOps = (int)(dice >> 8 & 3);
  call.regBuff = (int)(dice >> 10 & 3) - 1;
  return call;
}

#endif
