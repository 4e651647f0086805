/* The five symbols that NCCL looks up, and nothing else. Every function returns ncclSuccess: NCCL has no
 * fallback, an error from a tuner fails the collective or the communicator (src/enqueue.cc,
 * src/plugin/tuner.cc; 2.19 to 2.30). */
#include "ringside_tuner_abi.h"
#include "tuner.h"

#define RINGSIDE_EXPORT __attribute__((visibility("default")))

static ncclResult_t open_comm(int api, size_t nRanks, size_t nNodes, ncclDebugLogger_t log, void **context) {
  if (context != NULL) *context = ringside_open_comm(api, nRanks, nNodes, log);
  return ncclSuccess;
}

static ncclResult_t close_comm(void *context) {
  ringside_close_comm(context);
  return ncclSuccess;
}

static ncclResult_t init_v2(size_t nRanks, size_t nNodes, ncclDebugLogger_t log, void **context) {
  return open_comm(2, nRanks, nNodes, log, context);
}

static ncclResult_t init_v3(size_t nRanks, size_t nNodes, ncclDebugLogger_t log, void **context) {
  return open_comm(3, nRanks, nNodes, log, context);
}

static ncclResult_t init_v4(size_t nRanks, size_t nNodes, ncclDebugLogger_t log, void **context) {
  return open_comm(4, nRanks, nNodes, log, context);
}

static ncclResult_t init_v5(void **context, uint64_t commId, size_t nRanks, size_t nNodes,
                            ncclDebugLogger_t log, ncclNvlDomainInfo_v5_t *nvlDomainInfo,
                            ncclTunerConstants_v5_t *constants) {
  (void)commId, (void)nvlDomainInfo, (void)constants;
  return open_comm(5, nRanks, nNodes, log, context);
}

static ncclResult_t init_v6(void **context, uint64_t commId, size_t nRanks, size_t nNodes,
                            ncclDebugLogger_t log, ncclNvlDomainInfo_v5_t *nvlDomainInfo,
                            ncclTunerConstants_v5_t *constants) {
  (void)commId, (void)nvlDomainInfo, (void)constants;
  return open_comm(6, nRanks, nNodes, log, context);
}

/* collNetSupport and nvlsSupport say what the hardware can, not what this call may use: they are no
 * permission. */
static ncclResult_t choose_v2(void *context, ncclFunc_t collType, size_t nBytes, int collNetSupport,
                              int nvlsSupport, int numPipeOps, int *algorithm, int *protocol,
                              int *nChannels) {
  (void)collNetSupport, (void)nvlsSupport;
  ringside_choose_pair(context, collType, nBytes, numPipeOps, algorithm, protocol, nChannels);
  return ncclSuccess;
}

static ncclResult_t choose_v3(void *context, ncclFunc_t collType, size_t nBytes, int numPipeOps,
                              float **collCostTable, int numAlgo, int numProto, int *nChannels) {
  ringside_choose_entry(context, collType, nBytes, numPipeOps, RINGSIDE_REGBUFF_UNKNOWN,
                        (float *)(void *)collCostTable, numAlgo, numProto, nChannels);
  return ncclSuccess;
}

static ncclResult_t choose_v4(void *context, ncclFunc_t collType, size_t nBytes, int numPipeOps,
                              float **collCostTable, int numAlgo, int numProto, int regBuff, int *nChannels) {
  ringside_choose_entry(context, collType, nBytes, numPipeOps, regBuff, (float *)(void *)collCostTable,
                        numAlgo, numProto, nChannels);
  return ncclSuccess;
}

static const char NAME[] = "ringside";

RINGSIDE_EXPORT extern const ncclTuner_v2_t ncclTunerPlugin_v2;
RINGSIDE_EXPORT extern const ncclTuner_v3_t ncclTunerPlugin_v3;
RINGSIDE_EXPORT extern const ncclTuner_v4_t ncclTunerPlugin_v4;
RINGSIDE_EXPORT extern const ncclTuner_v5_t ncclTunerPlugin_v5;
RINGSIDE_EXPORT extern const ncclTuner_v6_t ncclTunerPlugin_v6;

const ncclTuner_v2_t ncclTunerPlugin_v2 = {NAME, init_v2, choose_v2, close_comm};
const ncclTuner_v3_t ncclTunerPlugin_v3 = {NAME, init_v3, choose_v3, close_comm};
const ncclTuner_v4_t ncclTunerPlugin_v4 = {NAME, init_v4, choose_v4, close_comm};
const ncclTuner_v5_t ncclTunerPlugin_v5 = {NAME, init_v5, choose_v4, close_comm};
const ncclTuner_v6_t ncclTunerPlugin_v6 = {NAME, init_v6, choose_v4, close_comm, NULL};
