/*
 * One fuzz input: a byte of API version, ranks and nodes each, sixteen of a call, the rest is the tuner file.
 * libFuzzer calls it, and so does test/fuzz_driver.c where there is only a C compiler. It stops at what must
 * not be: a refused file without a place, a decision that the brute-force oracle does not make, a byte
 * written beside the table.
 */
#define _GNU_SOURCE /* memfd_create */
#include "fuzz_target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "api.h"
#include "oracle.h"
#include "zones.h"

enum { HEAD = 19, GUARD = 8 };

static int ask_pair(void *context, const struct ringside_rules *rules, const struct oracle_call *call) {
  float table[NCCL_NUM_ALGORITHMS * NCCL_NUM_PROTOCOLS];
  int algorithm = NCCL_ALGO_UNDEF, protocol = NCCL_PROTO_UNDEF, nChannels = 0;
  struct oracle_call seen = *call;
  seen.regBuff = -1;
  oracle_fill_without_table(call->collType, table);
  const struct ringside_rule *rule =
      oracle_choose(rules, &seen, table, NCCL_NUM_ALGORITHMS, NCCL_NUM_PROTOCOLS);
  if (ncclTunerPlugin_v2.getCollInfo(context, call->collType, call->nBytes, 1, 1, call->numPipeOps,
                                     &algorithm, &protocol, &nChannels) != ncclSuccess)
    abort();
  if (algorithm != (rule != NULL ? rule->algorithm : NCCL_ALGO_UNDEF)) abort();
  if (protocol != (rule != NULL ? rule->protocol : NCCL_PROTO_UNDEF)) abort();
  if (nChannels != (rule != NULL ? rule->nChannels : 0)) abort();
  return rule != NULL;
}

int fuzz_ask(int api, void *context, const struct ringside_rules *rules, const struct oracle_call *call,
             int numAlgo, int numProto, uint64_t forbidden) {
  if (api == 2) return ask_pair(context, rules, call);
  float room[GUARD + 64 + GUARD], wanted[GUARD + 64 + GUARD], *table = room + GUARD;
  int nChannels = 0, wantedChannels = 0;
  for (int i = 0; i < GUARD + 64 + GUARD; i++) room[i] = 7.0f;
  for (int i = 0; i < numAlgo * numProto && i < 64; i++)
    if (forbidden >> i & 1) table[i] = NCCL_ALGO_PROTO_IGNORE;
  memcpy(wanted, room, sizeof room);
  struct oracle_call seen = *call;
  if (api == 3) seen.regBuff = -1;
  const struct ringside_rule *rule = oracle_choose(rules, &seen, table, numAlgo, numProto);
  if (rule != NULL) {
    wanted[GUARD + rule->algorithm * numProto + rule->protocol] = 0.0f;
    wantedChannels = rule->nChannels;
  }
  if (api_choose(api, context, call->collType, call->nBytes, call->numPipeOps, call->regBuff, table, numAlgo,
                 numProto, &nChannels) != ncclSuccess)
    abort();
  if (memcmp(room, wanted, sizeof room) != 0 || nChannels != wantedChannels) abort();
  return rule != NULL;
}

#ifndef RINGSIDE_FUZZ_RULES_ONLY
/* The plugin reads its file by the name in the environment: a file in memory, written anew for each input. */
static void use_file(const uint8_t *text, size_t size) {
  static int fd = -1;
  char path[64];
  if (fd < 0) fd = memfd_create("tuner.csv", 0);
  (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  (void)unsetenv("NCCL_ALGO"), (void)unsetenv("NCCL_PROTO"); /* they decide what API v2 may choose */
  if (fd < 0 || setenv("NCCL_TUNER_CONFIG_FILE", path, 1) != 0) abort();
  if (ftruncate(fd, 0) != 0 || pwrite(fd, text, size, 0) != (ssize_t)size) abort();
}
#endif

/* The rules of text, none where the plugin would take none. */
static void read_rules(struct ringside_rules *rules, struct oracle_call *call, const uint8_t *text,
                       size_t size) {
  char message[RINGSIDE_MESSAGE_SIZE];
  uint8_t fate[RINGSIDE_MAX_RULES];
  struct ringside_zones zones;
  if (!ringside_parse_rules(rules, (const char *)text, size, "f", message) && strncmp(message, "f:", 2) != 0)
    abort();
  for (size_t i = 0; i < rules->count; i++)
    if (rules->rule[i].minBytes < 0 || rules->rule[i].minBytes > rules->rule[i].maxBytes) abort();
  if (ringside_compile_zones(&zones, rules, call->nRanks, call->nNodes, fate) != RINGSIDE_COMPILED)
    ringside_free_rules(rules);
  for (int coll = 0; coll < NCCL_NUM_FUNCTIONS; coll++)
    for (uint32_t i = 1; i < zones.of[coll].count; i++)
      if (zones.of[coll].start[i - 1] >= zones.of[coll].start[i]) abort();
  ringside_free_zones(&zones);
}

#ifndef RINGSIDE_FUZZ_RULES_ONLY
/* One call, then calls at and beside the ends of the rules. */
static void ask_calls(int api, const struct ringside_rules *rules, struct oracle_call call,
                      const uint8_t *head) {
  void *context = NULL;
  uint32_t forbidden;
  memcpy(&forbidden, head + 14, sizeof forbidden);
  if (api_init(api, call.nRanks, call.nNodes, NULL, &context) != ncclSuccess) abort();
  for (size_t i = 0; i < 3 * rules->count + 1 && i < 64; i++) {
    if (i > 0) {
      const struct ringside_rule *r = &rules->rule[(i - 1) / 3];
      call.nBytes = (uint64_t)(i % 2 == 0 ? r->minBytes : r->maxBytes) + (uint64_t)i % 3 - 1;
    }
    (void)fuzz_ask(api, context, rules, &call, head[18] % 9, head[18] / 9 % 5, forbidden);
  }
  if (api_close(api, context) != ncclSuccess) abort();
}
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct ringside_rules rules;
  if (size < HEAD) return 0;
  struct oracle_call call = {data[3] % 7 - 1, 0, 1 + data[1] % 9, 1 + data[2] % 3, 1 + data[12] % 3,
                             data[13] % 3 - 1};
  memcpy(&call.nBytes, data + 4, sizeof call.nBytes);
  read_rules(&rules, &call, data + HEAD, size - HEAD);
#ifndef RINGSIDE_FUZZ_RULES_ONLY
  use_file(data + HEAD, size - HEAD);
  ask_calls(2 + data[0] % 5, &rules, call, data);
#endif
  ringside_free_rules(&rules);
  return 0;
}
