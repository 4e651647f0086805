/*
 * The binary interface between NCCL and a tuner plugin, versions 2 to 6, declared here from its facts: member
 * order, types, sizes (NCCL src/include/plugin/tuner/tuner_v*.h; up to 2.25 src/include/nccl_tuner.h). NCCL's
 * own headers need C++ from 2.27.3 on. NCCL takes the newest version that it knows:
 *
 *   version  loaded by          first newest in
 *   v2       2.21 to 2.30       2.21
 *   v3       2.22 to 2.30       2.22
 *   v4       2.24 to 2.30       2.24
 *   v5       2.28 to 2.30       2.28
 *   v6       2.30               2.30
 */
#ifndef RINGSIDE_TUNER_ABI_H
#define RINGSIDE_TUNER_ABI_H

#include <stddef.h>
#include <stdint.h>

typedef int ncclResult_t; /* an enum in NCCL; the ABI sees an int */
enum { ncclSuccess = 0 };

typedef int ncclDebugLogLevel;
enum { NCCL_LOG_NONE, NCCL_LOG_VERSION, NCCL_LOG_WARN, NCCL_LOG_INFO, NCCL_LOG_ABORT, NCCL_LOG_TRACE };

/* Bits of the subsystem mask (NCCL src/include/plugin/nccl_common.h), unchanged since 2.16. */
enum { NCCL_INIT = 0x1, NCCL_TUNING = 0x40 };

typedef void (*ncclDebugLogger_t)(ncclDebugLogLevel level, unsigned long flags, const char *file, int line,
                                  const char *fmt, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 5, 6)))
#endif
    ;

/* A tuner is asked about these only; their numbers never changed. */
typedef int ncclFunc_t;
enum {
  ncclFuncBroadcast,
  ncclFuncReduce,
  ncclFuncAllGather,
  ncclFuncReduceScatter,
  ncclFuncAllReduce,
  NCCL_NUM_FUNCTIONS
};

/* PAT is there from 2.23 on: the number of algorithms that a table has comes with the table. */
enum {
  NCCL_ALGO_UNDEF = -1,
  NCCL_ALGO_TREE,
  NCCL_ALGO_RING,
  NCCL_ALGO_COLLNET_DIRECT,
  NCCL_ALGO_COLLNET_CHAIN,
  NCCL_ALGO_NVLS,
  NCCL_ALGO_NVLS_TREE,
  NCCL_ALGO_PAT,
  NCCL_NUM_ALGORITHMS
};

enum { NCCL_PROTO_UNDEF = -1, NCCL_PROTO_LL, NCCL_PROTO_LL128, NCCL_PROTO_SIMPLE, NCCL_NUM_PROTOCOLS };

/* What NCCL writes into a cell of the cost table that must not be chosen. */
#define NCCL_ALGO_PROTO_IGNORE (-1.0f)

/*
 * The cost table has type float** in every version and is none: NCCL passes one contiguous
 * float[numAlgo][numProto] (src/enqueue.cc, ncclGetAlgoInfo). It must be cast back, never followed.
 */

typedef struct {
  const char *name;
  ncclResult_t (*init)(size_t nRanks, size_t nNodes, ncclDebugLogger_t logFunction, void **context);
  ncclResult_t (*getCollInfo)(void *context, ncclFunc_t collType, size_t nBytes, int collNetSupport,
                              int nvlsSupport, int numPipeOps, int *algorithm, int *protocol, int *nChannels);
  ncclResult_t (*destroy)(void *context);
} ncclTuner_v2_t;

typedef struct {
  const char *name;
  ncclResult_t (*init)(size_t nRanks, size_t nNodes, ncclDebugLogger_t logFunction, void **context);
  ncclResult_t (*getCollInfo)(void *context, ncclFunc_t collType, size_t nBytes, int numPipeOps,
                              float **collCostTable, int numAlgo, int numProto, int *nChannels);
  ncclResult_t (*destroy)(void *context);
} ncclTuner_v3_t;

typedef struct {
  const char *name;
  ncclResult_t (*init)(size_t nRanks, size_t nNodes, ncclDebugLogger_t logFunction, void **context);
  ncclResult_t (*getCollInfo)(void *context, ncclFunc_t collType, size_t nBytes, int numPipeOps,
                              float **collCostTable, int numAlgo, int numProto, int regBuff, int *nChannels);
  ncclResult_t (*destroy)(void *context);
} ncclTuner_v4_t;

typedef struct {
  int nNvlDomains;
  int minRanksPerNvlDomain;
  int maxRanksPerNvlDomain;
} ncclNvlDomainInfo_v5_t;

/* NCCL's own cost model. A plugin that writes here changes NCCL's choice everywhere, so ringside never does.
 */
typedef struct {
  double baseLatencies[NCCL_NUM_ALGORITHMS][NCCL_NUM_PROTOCOLS];
  double hwLatencies[3][NCCL_NUM_ALGORITHMS][NCCL_NUM_PROTOCOLS]; /* NVLink, PCI, network */
  double llMaxBws[4][3];                                          /* Volta to Blackwell; 1, 2, more nodes */
  double perChMaxRingLL128Bws[4][3];
  double perChMaxTreeLL128Bws[4][3];
  double perChMaxTreeBws[4][3];
  double perChMaxNVLSTreeBws[4][3];
} ncclTunerConstants_v5_t;

typedef struct {
  const char *name;
  ncclResult_t (*init)(void **context, uint64_t commId, size_t nRanks, size_t nNodes,
                       ncclDebugLogger_t logFunction, ncclNvlDomainInfo_v5_t *nvlDomainInfo,
                       ncclTunerConstants_v5_t *constants);
  ncclResult_t (*getCollInfo)(void *context, ncclFunc_t collType, size_t nBytes, int numPipeOps,
                              float **collCostTable, int numAlgo, int numProto, int regBuff, int *nChannels);
  ncclResult_t (*finalize)(void *context);
} ncclTuner_v5_t;

typedef struct {
  const char *name;
  ncclResult_t (*init)(void **context, uint64_t commId, size_t nRanks, size_t nNodes,
                       ncclDebugLogger_t logFunction, ncclNvlDomainInfo_v5_t *nvlDomainInfo,
                       ncclTunerConstants_v5_t *constants);
  ncclResult_t (*getCollInfo)(void *context, ncclFunc_t collType, size_t nBytes, int numPipeOps,
                              float **collCostTable, int numAlgo, int numProto, int regBuff, int *nChannels);
  ncclResult_t (*finalize)(void *context);
  ncclResult_t (*getChunkSize)(void *context, ncclFunc_t collType, size_t nBytes, int algorithm, int protocol,
                               int nChannels, size_t *chunkSize); /* may be NULL */
} ncclTuner_v6_t;

#define RINGSIDE_ASSERT_AT(type, member, words)                                                              \
  _Static_assert(offsetof(type, member) == (words) * sizeof(void *), #type "." #member)

RINGSIDE_ASSERT_AT(ncclTuner_v2_t, name, 0);
RINGSIDE_ASSERT_AT(ncclTuner_v2_t, init, 1);
RINGSIDE_ASSERT_AT(ncclTuner_v2_t, getCollInfo, 2);
RINGSIDE_ASSERT_AT(ncclTuner_v2_t, destroy, 3);
RINGSIDE_ASSERT_AT(ncclTuner_v3_t, init, 1);
RINGSIDE_ASSERT_AT(ncclTuner_v3_t, getCollInfo, 2);
RINGSIDE_ASSERT_AT(ncclTuner_v3_t, destroy, 3);
RINGSIDE_ASSERT_AT(ncclTuner_v4_t, init, 1);
RINGSIDE_ASSERT_AT(ncclTuner_v4_t, getCollInfo, 2);
RINGSIDE_ASSERT_AT(ncclTuner_v4_t, destroy, 3);
RINGSIDE_ASSERT_AT(ncclTuner_v5_t, init, 1);
RINGSIDE_ASSERT_AT(ncclTuner_v5_t, getCollInfo, 2);
RINGSIDE_ASSERT_AT(ncclTuner_v5_t, finalize, 3);
RINGSIDE_ASSERT_AT(ncclTuner_v6_t, init, 1);
RINGSIDE_ASSERT_AT(ncclTuner_v6_t, getCollInfo, 2);
RINGSIDE_ASSERT_AT(ncclTuner_v6_t, finalize, 3);
RINGSIDE_ASSERT_AT(ncclTuner_v6_t, getChunkSize, 4);
_Static_assert(sizeof(ncclTuner_v2_t) == 4 * sizeof(void *), "ncclTuner_v2_t");
_Static_assert(sizeof(ncclTuner_v3_t) == 4 * sizeof(void *), "ncclTuner_v3_t");
_Static_assert(sizeof(ncclTuner_v4_t) == 4 * sizeof(void *), "ncclTuner_v4_t");
_Static_assert(sizeof(ncclTuner_v5_t) == 4 * sizeof(void *), "ncclTuner_v5_t");
_Static_assert(sizeof(ncclTuner_v6_t) == 5 * sizeof(void *), "ncclTuner_v6_t");

_Static_assert(sizeof(ncclNvlDomainInfo_v5_t) == 12, "ncclNvlDomainInfo_v5_t");
_Static_assert(offsetof(ncclTunerConstants_v5_t, hwLatencies) == 168, "hwLatencies");
_Static_assert(offsetof(ncclTunerConstants_v5_t, llMaxBws) == 672, "llMaxBws");
_Static_assert(offsetof(ncclTunerConstants_v5_t, perChMaxRingLL128Bws) == 768, "perChMaxRingLL128Bws");
_Static_assert(offsetof(ncclTunerConstants_v5_t, perChMaxTreeLL128Bws) == 864, "perChMaxTreeLL128Bws");
_Static_assert(offsetof(ncclTunerConstants_v5_t, perChMaxTreeBws) == 960, "perChMaxTreeBws");
_Static_assert(offsetof(ncclTunerConstants_v5_t, perChMaxNVLSTreeBws) == 1056, "perChMaxNVLSTreeBws");
_Static_assert(sizeof(ncclTunerConstants_v5_t) == 1152, "ncclTunerConstants_v5_t");
_Static_assert(sizeof(int) == 4 && sizeof(float) == 4, "NCCL's platforms are LP64");

#endif
