#include "tuner.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "allowed.h"
#include "config.h"
#include "message.h"
#include "zones.h"

struct ringside_comm {
  struct ringside_zones zones;
  atomic_bool hasReportedBan;
  int api;
  ncclDebugLogger_t log;
  uint32_t allowed[NCCL_NUM_FUNCTIONS]; /* API v2: what its missing cost table would allow */
  char source[RINGSIDE_SOURCE_SIZE];
};

static bool is_allowed(const float *table, int numAlgo, int numProto, int algorithm, int protocol) {
  return algorithm < numAlgo && protocol < numProto &&
         table[(size_t)algorithm * (size_t)numProto + (size_t)protocol] >= 0.0f;
}

/* The only function that writes a cost cell. What is forbidden stays forbidden: NCCL does not check it again.
 */
static bool prefer_entry(float *table, int numAlgo, int numProto, int algorithm, int protocol) {
  if (!is_allowed(table, numAlgo, numProto, algorithm, protocol)) return false;
  table[(size_t)algorithm * (size_t)numProto + (size_t)protocol] = 0.0f;
  return true;
}

/* Once a communicator, so it looks at all its rules for the collective: a later ban would not be told. */
static void report_ban(struct ringside_comm *comm, ncclFunc_t collType, size_t nBytes, const float *table,
                       int numAlgo, int numProto, int line) {
  if (atomic_exchange_explicit(&comm->hasReportedBan, true, memory_order_relaxed)) return;
  const struct ringside_intervals *intervals = &comm->zones.of[collType];
  struct ringside_ban ban = {
      .api = comm->api, .collType = collType, .source = comm->source, .line = line, .nBytes = nBytes};
  for (int cell = 0; cell < NCCL_NUM_ALGORITHMS * NCCL_NUM_PROTOCOLS; cell++)
    if (is_allowed(table, numAlgo, numProto, cell / NCCL_NUM_PROTOCOLS, cell % NCCL_NUM_PROTOCOLS))
      ban.allowed |= 1u << cell;
  for (uint32_t i = 0; i < intervals->first[intervals->count]; i++) {
    const struct ringside_candidate *c = &intervals->candidate[i];
    ban.forbidden |= 1u << (c->algorithm * NCCL_NUM_PROTOCOLS + c->protocol);
  }
  ban.forbidden &= ~ban.allowed;
  ringside_report_ban(comm->log, &ban);
}

void ringside_choose_entry(struct ringside_comm *comm, ncclFunc_t collType, size_t nBytes, int numPipeOps,
                           int regBuff, float *table, int numAlgo, int numProto, int *nChannels) {
  if (comm == NULL || table == NULL || collType < 0 || collType >= NCCL_NUM_FUNCTIONS) return;
  if (numAlgo > RINGSIDE_MAX_TABLE_SIDE || numProto > RINGSIDE_MAX_TABLE_SIDE) return;
  const struct ringside_intervals *intervals = &comm->zones.of[collType];
  if (intervals->count == 0) return;
  uint32_t i = ringside_find_interval(intervals, nBytes);
  const struct ringside_candidate *c = intervals->candidate + intervals->first[i];
  const struct ringside_candidate *end = intervals->candidate + intervals->first[i + 1];
  for (; c < end; c++) {
    if (c->numPipeOps != RINGSIDE_ANY && c->numPipeOps != numPipeOps) continue;
    if (c->regBuff != RINGSIDE_ANY && c->regBuff != regBuff) continue;
    if (prefer_entry(table, numAlgo, numProto, c->algorithm, c->protocol)) {
      if (c->nChannels > 0 && nChannels != NULL) *nChannels = c->nChannels;
      return;
    }
    if (!atomic_load_explicit(&comm->hasReportedBan, memory_order_relaxed))
      report_ban(comm, collType, nBytes, table, numAlgo, numProto, c->line);
  }
}

void ringside_choose_pair(struct ringside_comm *comm, ncclFunc_t collType, size_t nBytes, int numPipeOps,
                          int *algorithm, int *protocol, int *nChannels) {
  float table[NCCL_NUM_ALGORITHMS * NCCL_NUM_PROTOCOLS];
  if (comm == NULL || algorithm == NULL || protocol == NULL) return;
  if (collType < 0 || collType >= NCCL_NUM_FUNCTIONS) return;
  for (int cell = 0; cell < NCCL_NUM_ALGORITHMS * NCCL_NUM_PROTOCOLS; cell++)
    table[cell] = comm->allowed[collType] >> cell & 1 ? 1.0f : NCCL_ALGO_PROTO_IGNORE;
  ringside_choose_entry(comm, collType, nBytes, numPipeOps, RINGSIDE_REGBUFF_UNKNOWN, table,
                        NCCL_NUM_ALGORITHMS, NCCL_NUM_PROTOCOLS, nChannels);
  for (int cell = 0; cell < NCCL_NUM_ALGORITHMS * NCCL_NUM_PROTOCOLS; cell++) {
    if (table[cell] != 0.0f) continue;
    *algorithm = cell / NCCL_NUM_PROTOCOLS;
    *protocol = cell % NCCL_NUM_PROTOCOLS;
  }
}

/* Leaves the zones empty, and so NCCL's own choice, where anything is wrong. */
static void load_zones(struct ringside_comm *comm, size_t nRanks, size_t nNodes) {
  struct ringside_config config;
  ringside_load_config(&config);
  for (size_t i = 0; i < sizeof comm->source; i++) comm->source[i] = config.source[i];
  uint8_t *fate = malloc(config.rules.count + 1);
  enum ringside_compile result = RINGSIDE_NO_MEMORY;
  if (fate != NULL) result = ringside_compile_zones(&comm->zones, &config.rules, nRanks, nNodes, fate);
  if (result == RINGSIDE_COMPILED)
    ringside_report_rules(comm->log, &config, fate, nRanks, nNodes);
  else
    ringside_report_refusal(comm->log, &config, result);
  free(fate);
  ringside_free_rules(&config.rules);
}

struct ringside_comm *ringside_open_comm(int api, size_t nRanks, size_t nNodes, ncclDebugLogger_t log) {
  struct ringside_comm *comm = calloc(1, sizeof *comm);
  if (comm == NULL) return NULL;
  comm->api = api;
  comm->log = log;
  atomic_init(&comm->hasReportedBan, log == NULL);
  if (api == 2) ringside_read_allowed(comm->allowed);
  load_zones(comm, nRanks, nNodes);
  return comm;
}

void ringside_close_comm(struct ringside_comm *comm) {
  if (comm == NULL) return;
  ringside_free_zones(&comm->zones);
  free(comm);
}
