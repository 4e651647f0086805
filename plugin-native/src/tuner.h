/* What all API versions do: one communicator's rules, and the decision for one call. */
#ifndef RINGSIDE_TUNER_H
#define RINGSIDE_TUNER_H

#include "ringside_tuner_abi.h"

/* A table with more rows or columns than this is taken for a damaged argument and left alone. NCCL has 7 x 3.
 */
#define RINGSIDE_MAX_TABLE_SIDE 64

#define RINGSIDE_REGBUFF_UNKNOWN (-1) /* API v2, v3: only rules with regBuff -1 match */

struct ringside_comm;

/* NULL if memory ran out: then every call leaves everything as it is. api is the version that NCCL took. */
struct ringside_comm *ringside_open_comm(int api, size_t nRanks, size_t nNodes, ncclDebugLogger_t log);
void ringside_close_comm(struct ringside_comm *comm);

/* Sets the entry of the first usable rule to 0 and, if that rule names a number, *nChannels. table is
 * contiguous. */
void ringside_choose_entry(struct ringside_comm *comm, ncclFunc_t collType, size_t nBytes, int numPipeOps,
                           int regBuff, float *table, int numAlgo, int numProto, int *nChannels);

/* API v2, without a cost table: sets algorithm and protocol, both or none. */
void ringside_choose_pair(struct ringside_comm *comm, ncclFunc_t collType, size_t nBytes, int numPipeOps,
                          int *algorithm, int *protocol, int *nChannels);

#endif
