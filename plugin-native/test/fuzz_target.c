/*
 * One fuzz input: a byte of API version, ranks and nodes each, sixteen of a call, the rest is the tuner file.
 * libFuzzer calls it, and so does test/fuzz_driver.c where there is only a C compiler. It stops at what must
 * not be: a refused file without a place, a decision that the brute-force oracle does not make, a byte
 * written beside the table.
 */
#include "fuzz_target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "oracle.h"
#include "zones.h"

enum { HEAD = 19, GUARD = 8 };

int fuzz_ask(int api, void *context, const struct ringside_rules *rules, const struct oracle_call *call,
             int numAlgo, int numProto, uint64_t forbidden) {
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

static void ask_pair(void *context, const struct oracle_call *call) {
  int algo = -1, proto = -1, nChannels = 0;
  if (ncclTunerPlugin_v2.getCollInfo(context, call->collType, call->nBytes, 1, 1, call->numPipeOps, &algo,
                                     &proto, &nChannels) != ncclSuccess)
    abort();
  if ((algo < 0) != (proto < 0) || algo > NCCL_ALGO_RING || proto == NCCL_PROTO_LL128) abort();
  if (nChannels < 0 || nChannels > RINGSIDE_MAX_CHANNELS) abort();
}

/* The plugin reads its file from the environment; a path that stays the same keeps the fuzzer fast. */
static char path[64];

static void remove_file(void) { (void)remove(path); }

static void use_file(const uint8_t *text, size_t size) {
  if (path[0] == '\0') {
    strcpy(path, "/tmp/ringside-fuzz-XXXXXX");
    int fd = mkstemp(path);
    if (fd < 0 || setenv("NCCL_TUNER_CONFIG_FILE", path, 1) != 0 || atexit(remove_file) != 0) abort();
    FILE *file = fdopen(fd, "w");
    if (file != NULL) (void)fclose(file);
  }
  FILE *file = fopen(path, "w");
  if (file == NULL || fwrite(text, 1, size, file) != size || fclose(file) != 0) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct ringside_rules rules;
  char message[RINGSIDE_MESSAGE_SIZE];
  void *context = NULL;
  if (size < HEAD) return 0;
  int api = 2 + data[0] % 5;
  struct oracle_call call = {data[3] % 7 - 1, 0, 1 + data[1] % 9, 1 + data[2] % 3, 1 + data[12] % 3,
                             data[13] % 3 - 1};
  uint32_t forbidden;
  memcpy(&call.nBytes, data + 4, sizeof call.nBytes);
  memcpy(&forbidden, data + 14, sizeof forbidden);
  use_file(data + HEAD, size - HEAD);
  if (!ringside_parse_rules(&rules, (const char *)data + HEAD, size - HEAD, "f", message) &&
      strncmp(message, "f:", 2) != 0)
    abort();
  for (size_t i = 0; i < rules.count; i++)
    if (rules.rule[i].minBytes < 0 || rules.rule[i].minBytes > rules.rule[i].maxBytes) abort();
  uint8_t fate[RINGSIDE_MAX_RULES];
  struct ringside_zones zones;
  if (ringside_compile_zones(&zones, &rules, call.nRanks, call.nNodes, fate) != RINGSIDE_COMPILED)
    ringside_free_rules(&rules); /* then the plugin has none either */
  ringside_free_zones(&zones);
  if (api_init(api, call.nRanks, call.nNodes, NULL, &context) != ncclSuccess) abort();
  for (size_t i = 0; i < 3 * rules.count + 1 && i < 64; i++) {
    if (i > 0) {
      const struct ringside_rule *r = &rules.rule[(i - 1) / 3];
      call.nBytes = (uint64_t)(i % 2 == 0 ? r->minBytes : r->maxBytes) + (uint64_t)i % 3 - 1;
    }
    if (api == 2)
      ask_pair(context, &call);
    else
      (void)fuzz_ask(api, context, &rules, &call, data[18] % 9, data[18] / 9 % 5, forbidden);
  }
  if (api_close(api, context) != ncclSuccess) abort();
  ringside_free_rules(&rules);
  return 0;
}
