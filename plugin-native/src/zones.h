/* Rules compiled for one communicator: message size to the candidates of that size, in file order. */
#ifndef RINGSIDE_ZONES_H
#define RINGSIDE_ZONES_H

#include <stdint.h>

#include "ringside_tuner_abi.h"
#include "rules.h"

/*
 * Rules that can decide at one size. With numPipeOps -1 there are at most 21 table entries x 3 values of
 * regBuff = 63, so only a file full of numPipeOps conditions reaches it. It bounds the time of a call.
 */
#define RINGSIDE_MAX_CANDIDATES 64

struct ringside_candidate {
  int8_t algorithm, protocol, regBuff;
  uint8_t nChannels;
  int32_t numPipeOps;
  int32_t line;
};

/* Interval i is [start[i], start[i + 1]), the last one has no end; its candidates are first[i] to first[i +
 * 1]. */
struct ringside_intervals {
  uint32_t count;
  uint64_t *start;
  uint32_t *first;
  struct ringside_candidate *candidate;
};

struct ringside_zones {
  struct ringside_intervals of[NCCL_NUM_FUNCTIONS];
};

/* What a rule can do in this communicator, best first. */
enum ringside_fate {
  RINGSIDE_KEPT,
  RINGSIDE_FALLBACK,   /* kept, but decides only where NCCL forbids the entry of an earlier rule */
  RINGSIDE_SHADOWED,   /* an earlier rule has the same entry at every one of its sizes */
  RINGSIDE_EXCHANGED,  /* wrong nRanks or nNodes, right the other way round */
  RINGSIDE_OTHER_COMM, /* wrong nRanks or nNodes */
  RINGSIDE_NUM_FATES
};

enum ringside_compile { RINGSIDE_COMPILED, RINGSIDE_NO_MEMORY, RINGSIDE_TOO_MANY_CANDIDATES };

/* fate has one element a rule. Unless it compiled, zones are empty. */
enum ringside_compile ringside_compile_zones(struct ringside_zones *zones, const struct ringside_rules *rules,
                                             size_t nRanks, size_t nNodes, uint8_t *fate);
void ringside_free_zones(struct ringside_zones *zones);

/* The interval that holds nBytes. count must not be 0. */
static inline uint32_t ringside_find_interval(const struct ringside_intervals *intervals, uint64_t nBytes) {
  const uint64_t *start = intervals->start;
  uint32_t base = 0, n = intervals->count;
  while (n > 1) { /* no early exit and no branch on data: a conditional move each time */
    uint32_t half = n / 2;
    base += start[base + half] <= nBytes ? half : 0;
    n -= half;
  }
  return base;
}

#endif
