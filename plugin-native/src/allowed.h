/* What API v2, which shows a tuner no cost table, would have allowed. */
#ifndef RINGSIDE_ALLOWED_H
#define RINGSIDE_ALLOWED_H

#include <stdint.h>

#include "ringside_tuner_abi.h"

/*
 * One bit a table cell, algorithm * NCCL_NUM_PROTOCOLS + protocol, by collective, from NCCL_ALGO and
 * NCCL_PROTO. NCCL 2.21 takes a v2 choice unchecked and hides what it forbids, so only what every
 * communicator can do counts as allowed: Ring, Tree for AllReduce, with LL and Simple; LL128 only where
 * NCCL_PROTO names it.
 */
void ringside_read_allowed(uint32_t allowed[NCCL_NUM_FUNCTIONS]);

#endif
