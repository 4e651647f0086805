/*
 * Plugins that the probe must survive. Built several times, one FAKE_* each:
 *   FAKE_CRASH      segmentation fault for messages above 1000 bytes
 *   FAKE_HANG       never returns for messages above 1000 bytes
 *   FAKE_POINTERS   follows the cost table as rows of pointers, as NCCL's example plugin does
 *   FAKE_V2         API v2 alone, chooses Tree/Simple with 3 channels
 *   FAKE_LIFT       chooses Ring/LL128 whether it is allowed or not
 *   FAKE_OVERRUN    writes one cell behind the table
 *   FAKE_ERROR      returns an error
 *   FAKE_EXIT       ends the process
 *   FAKE_INIT       init returns an error; FAKE_FINALIZE: crashes at the end; FAKE_EMPTY: no table at all
 *   FAKE_CHATTY     prints on standard output, prefers what is cheapest already
 *   FAKE_NOTHING    changes nothing (beside it the benchmark measures)
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "ringside_tuner_abi.h"

#define EXPORT __attribute__((visibility("default")))

int fake_unused(void);
int fake_unused(void) { return 0; }

#if defined(FAKE_V2)
static ncclResult_t init(size_t nRanks, size_t nNodes, ncclDebugLogger_t log, void **context) {
  (void)nRanks, (void)nNodes, (void)log;
  *context = NULL;
  return ncclSuccess;
}

static ncclResult_t choose(void *context, ncclFunc_t collType, size_t nBytes, int collNetSupport,
                           int nvlsSupport, int numPipeOps, int *algorithm, int *protocol, int *nChannels) {
  (void)context, (void)collType, (void)nBytes, (void)numPipeOps;
  *algorithm = collNetSupport ? NCCL_ALGO_COLLNET_CHAIN : nvlsSupport ? NCCL_ALGO_NVLS : NCCL_ALGO_TREE;
  *protocol = NCCL_PROTO_SIMPLE;
  *nChannels = 3;
  return ncclSuccess;
}

static ncclResult_t destroy(void *context) {
  (void)context;
  return ncclSuccess;
}

extern EXPORT const ncclTuner_v2_t ncclTunerPlugin_v2;
const ncclTuner_v2_t ncclTunerPlugin_v2 = {"fake", init, choose, destroy};

#elif !defined(FAKE_EMPTY)
static ncclResult_t init(void **context, uint64_t commId, size_t nRanks, size_t nNodes, ncclDebugLogger_t log,
                         ncclNvlDomainInfo_v5_t *domains, ncclTunerConstants_v5_t *constants) {
  (void)commId, (void)nRanks, (void)nNodes, (void)log;
  domains->nNvlDomains = 1;
  constants->llMaxBws[0][0] = 1.0; /* readable and writable, as with NCCL */
  *context = NULL;
#if defined(FAKE_INIT)
  return 3;
#else
  return ncclSuccess;
#endif
}

static ncclResult_t choose(void *context, ncclFunc_t collType, size_t nBytes, int numPipeOps, float **table,
                           int numAlgo, int numProto, int regBuff, int *nChannels) {
  float *cells = (float *)(void *)table;
  (void)context, (void)collType, (void)numPipeOps, (void)numAlgo, (void)numProto, (void)regBuff,
      (void)nChannels;
  (void)nBytes, (void)cells;
#if defined(FAKE_CRASH)
  if (nBytes > 1000) *(volatile int *)(size_t)8 = 1;
#elif defined(FAKE_HANG)
  while (nBytes > 1000) (void)usleep(1000);
#elif defined(FAKE_POINTERS)
  if (table[NCCL_ALGO_RING][NCCL_PROTO_LL] != NCCL_ALGO_PROTO_IGNORE)
    table[NCCL_ALGO_RING][NCCL_PROTO_LL] = 0.0f;
#elif defined(FAKE_LIFT)
  cells[NCCL_ALGO_RING * numProto + NCCL_PROTO_LL128] = 0.0f;
#elif defined(FAKE_OVERRUN)
  cells[numAlgo * numProto] = 0.0f;
#elif defined(FAKE_ERROR)
  return 5;
#elif defined(FAKE_EXIT)
  _exit(0);
#elif defined(FAKE_CHATTY)
  int best = -1;
  for (int i = 0; i < numAlgo * numProto; i++)
    if (cells[i] >= 0.0f && (best < 0 || cells[i] < cells[best])) best = i;
  if (best >= 0) cells[best] = 0.0f;
  *nChannels = 7;
  puts("chatter");
#endif
  return ncclSuccess;
}

static ncclResult_t finalize(void *context) {
  (void)context;
#if defined(FAKE_FINALIZE)
  abort();
#endif
  return ncclSuccess;
}

extern EXPORT const ncclTuner_v5_t ncclTunerPlugin_v5;
const ncclTuner_v5_t ncclTunerPlugin_v5 = {"fake", init, choose, finalize};
#endif
