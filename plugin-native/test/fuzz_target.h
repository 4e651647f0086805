#ifndef RINGSIDE_FUZZ_TARGET_H
#define RINGSIDE_FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>

#include "oracle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* One getCollInfo against the oracle, tables between guard cells; aborts if they differ. Whether a rule
 * decided. */
int fuzz_ask(int api, void *context, const struct ringside_rules *rules, const struct oracle_call *call,
             int numAlgo, int numProto, uint64_t forbidden);

#endif
