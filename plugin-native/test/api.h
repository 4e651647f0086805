/* Calls any of the five tables through one function. */
#ifndef RINGSIDE_TEST_API_H
#define RINGSIDE_TEST_API_H

#include "ringside_tuner_abi.h"

extern const ncclTuner_v2_t ncclTunerPlugin_v2;
extern const ncclTuner_v3_t ncclTunerPlugin_v3;
extern const ncclTuner_v4_t ncclTunerPlugin_v4;
extern const ncclTuner_v5_t ncclTunerPlugin_v5;
extern const ncclTuner_v6_t ncclTunerPlugin_v6;

static inline ncclResult_t api_init(int api, size_t nRanks, size_t nNodes, ncclDebugLogger_t log,
                                    void **context) {
  switch (api) {
  case 2: return ncclTunerPlugin_v2.init(nRanks, nNodes, log, context);
  case 3: return ncclTunerPlugin_v3.init(nRanks, nNodes, log, context);
  case 4: return ncclTunerPlugin_v4.init(nRanks, nNodes, log, context);
  case 5: return ncclTunerPlugin_v5.init(context, 7, nRanks, nNodes, log, NULL, NULL);
  default: return ncclTunerPlugin_v6.init(context, 7, nRanks, nNodes, log, NULL, NULL);
  }
}

/* API 3 to 6; v3 has no regBuff. */
static inline ncclResult_t api_choose(int api, void *context, ncclFunc_t collType, size_t nBytes,
                                      int numPipeOps, int regBuff, float *cells, int numAlgo, int numProto,
                                      int *nChannels) {
  float **table = (float **)(void *)cells;
  switch (api) {
  case 3:
    return ncclTunerPlugin_v3.getCollInfo(context, collType, nBytes, numPipeOps, table, numAlgo, numProto,
                                          nChannels);
  case 4:
    return ncclTunerPlugin_v4.getCollInfo(context, collType, nBytes, numPipeOps, table, numAlgo, numProto,
                                          regBuff, nChannels);
  case 5:
    return ncclTunerPlugin_v5.getCollInfo(context, collType, nBytes, numPipeOps, table, numAlgo, numProto,
                                          regBuff, nChannels);
  default:
    return ncclTunerPlugin_v6.getCollInfo(context, collType, nBytes, numPipeOps, table, numAlgo, numProto,
                                          regBuff, nChannels);
  }
}

static inline ncclResult_t api_close(int api, void *context) {
  switch (api) {
  case 2: return ncclTunerPlugin_v2.destroy(context);
  case 3: return ncclTunerPlugin_v3.destroy(context);
  case 4: return ncclTunerPlugin_v4.destroy(context);
  case 5: return ncclTunerPlugin_v5.finalize(context);
  default: return ncclTunerPlugin_v6.finalize(context);
  }
}

#endif
