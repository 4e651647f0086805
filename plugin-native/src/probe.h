/* tuner-probe: asks any tuner plugin for its decisions, without NCCL and without a GPU. */
#ifndef RINGSIDE_PROBE_H
#define RINGSIDE_PROBE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "ringside_tuner_abi.h"

enum {
  PROBE_CELLS = NCCL_NUM_ALGORITHMS * NCCL_NUM_PROTOCOLS,
  PROBE_ALL = (1 << PROBE_CELLS) - 1,
  PROBE_BATCH = 1024,
  PROBE_MAX_LIST = 64, /* values of one grid option */
  PROBE_MAX_SIZES = 65536,
};

/* Exit status. */
enum { PROBE_DONE, PROBE_MISBEHAVED, PROBE_USAGE, PROBE_NOT_LOADED };

struct probe_point {
  int collType;
  uint64_t nBytes;
  uint32_t nRanks, nNodes;
  int numPipeOps, regBuff;
  uint32_t allowed; /* bit algorithm * 3 + protocol */
};

struct probe_result {
  const char *failedCall; /* not NULL: this function returned code */
  int code;
  int algorithm, protocol, nChannels; /* -1, -1: the plugin left the choice to NCCL */
  uint32_t lifted;                    /* forbidden entries that the plugin made choosable */
  bool isOverrun;                     /* it wrote outside the table */
};

/* Time of an entry: latencyUs * numPipeOps + nBytes / (1000 * bandwidth); no bandwidth: forbidden. */
struct probe_costs {
  bool isGiven;
  float latencyUs[NCCL_NUM_FUNCTIONS][PROBE_CELLS], bandwidthGBs[NCCL_NUM_FUNCTIONS][PROBE_CELLS];
};

struct probe_list {
  int count;
  int64_t value[PROBE_MAX_LIST];
};

struct probe_options {
  const char *plugin, *points;
  int api; /* 0: the newest that the plugin has */
  double timeout;
  int maxFailures;
  bool isVerbose;
  struct probe_costs costs;
  struct probe_list collectives, ranks, nodes, pipeOps, regBuffs, allowed;
  int nSizes;
  uint64_t sizes[PROBE_MAX_SIZES];
};

/* probe_options.c: exits with PROBE_USAGE and one line on stderr. */
void probe_read_options(struct probe_options *options, int argc, char **argv);
__attribute__((noreturn, format(printf, 1, 2))) void probe_refuse(const char *fmt, ...);
int probe_find_collective(const char *word);
int probe_find_algorithm(const char *word);
int probe_find_protocol(const char *word);

/* probe_points.c */
struct probe_source {
  const struct probe_options *options;
  FILE *file; /* NULL: the grid */
  long line;
  uint64_t next; /* of the grid */
};
void probe_open_source(struct probe_source *source, const struct probe_options *options);
bool probe_next_point(struct probe_source *source, struct probe_point *point);
void probe_read_costs(struct probe_costs *costs, const char *path);

/* probe_plugin.c: runs in the child process only. */
struct probe_plugin;
struct probe_plugin *probe_load_plugin(const struct probe_options *options, char *error, size_t size);
int probe_plugin_api(const struct probe_plugin *plugin);
void probe_ask_plugin(struct probe_plugin *plugin, const struct probe_point *point,
                      struct probe_result *result, atomic_int *phase);
void probe_close_contexts(struct probe_plugin *plugin);

/* What the child is doing, for the report when it dies. */
enum probe_phase { PROBE_LOADING, PROBE_INIT, PROBE_GET_COLL_INFO, PROBE_FINALIZE, PROBE_NUM_PHASES };

/* probe_child.c: a child process in which the plugin may crash or hang. */
struct probe_child;
struct probe_child *probe_start_child(const struct probe_options *options);
struct probe_point *probe_child_points(struct probe_child *child);
const struct probe_result *probe_child_results(const struct probe_child *child);
int probe_child_api(const struct probe_child *child);
/* Asks for points from up to count. True: all answered. Else *from is the point that failed, why says how. */
bool probe_run_child(struct probe_child *child, int *from, int count, char *why, size_t size);
/* Has the contexts finalized. */
bool probe_stop_child(struct probe_child *child, char *why, size_t size);

#endif
