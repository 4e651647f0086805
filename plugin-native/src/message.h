/* The few lines that the plugin writes through NCCL's logger. */
#ifndef RINGSIDE_MESSAGE_H
#define RINGSIDE_MESSAGE_H

#include <stdbool.h>

#include "config.h"
#include "ringside_tuner_abi.h"
#include "zones.h"

struct ringside_ban {
  int api, collType;
  uint32_t forbidden; /* entries that this communicator's rules name; bit algorithm * NCCL_NUM_PROTOCOLS +
                         protocol */
  uint32_t allowed;   /* entries that the table leaves open */
  const char *source;
  int line; /* of the rule that met it first */
  size_t nBytes;
};

/* The one INFO line of an init, or the WARN line of one that has no rules because something is wrong. */
void ringside_report_rules(ncclDebugLogger_t log, const struct ringside_config *config, const uint8_t *fate,
                           size_t nRanks, size_t nNodes);
void ringside_report_refusal(ncclDebugLogger_t log, const struct ringside_config *config,
                             enum ringside_compile result);

/* The INFO line of the first call that meets a forbidden entry: what is forbidden, and what would allow it.
 */
void ringside_report_ban(ncclDebugLogger_t log, const struct ringside_ban *ban);

#endif
