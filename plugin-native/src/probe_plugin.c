/* The plugin under test: finds its newest API version and translates a point into its calls. */
#include <dlfcn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "probe.h"

enum { OLDEST_API = 2, NEWEST_API = 6, MAX_CONTEXTS = 64, GUARD = 32 };

struct context {
  uint32_t nRanks, nNodes;
  void *plugin;
  bool isOpen;
};

struct probe_plugin {
  int api;
  const void *symbol;
  const struct probe_costs *costs;
  struct context contexts[MAX_CONTEXTS];
  int last, oldest;
  float table[GUARD + PROBE_CELLS + GUARD];
  ncclNvlDomainInfo_v5_t nvlDomainInfo;
  ncclTunerConstants_v5_t constants;
};

static ncclDebugLogLevel maxLevel = NCCL_LOG_WARN; /* a logger gets no context of its own */

__attribute__((format(printf, 5, 6))) static void log_line(ncclDebugLogLevel level, unsigned long flags,
                                                           const char *file, int line, const char *fmt, ...) {
  (void)flags, (void)file, (void)line;
  if (level > maxLevel) return;
  va_list args;
  va_start(args, fmt);
  fprintf(stderr, "NCCL %s ", level == NCCL_LOG_WARN ? "WARN" : "INFO");
  vfprintf(stderr, fmt, args);
  fputc('\n', stderr);
  va_end(args);
}

struct probe_plugin *probe_load_plugin(const struct probe_options *options, char *error, size_t size) {
  struct probe_plugin *p = calloc(1, sizeof *p);
  void *library = dlopen(options->plugin, RTLD_NOW | RTLD_LOCAL);
  if (p == NULL || library == NULL) {
    (void)snprintf(error, size, "%s", p == NULL ? "out of memory" : dlerror());
    free(p);
    return NULL;
  }
  maxLevel = options->isVerbose ? NCCL_LOG_TRACE : NCCL_LOG_WARN;
  for (int api = NEWEST_API; api >= OLDEST_API && p->symbol == NULL; api--) {
    char name[32];
    if (options->api != 0 && options->api != api) continue;
    (void)snprintf(name, sizeof name, "ncclTunerPlugin_v%d", api);
    p->symbol = dlsym(library, name);
    p->api = api;
  }
  p->costs = &options->costs;
  if (p->symbol != NULL) return p;
  (void)snprintf(error, size, "%s has no ncclTunerPlugin_v%s", options->plugin,
                 options->api == 0 ? "2 to v6" : (char[]){(char)('0' + options->api), '\0'});
  free(p);
  return NULL;
}

int probe_plugin_api(const struct probe_plugin *plugin) { return plugin->api; }

static ncclResult_t call_init(struct probe_plugin *p, struct context *c) {
  p->nvlDomainInfo =
      (ncclNvlDomainInfo_v5_t){(int)c->nNodes, (int)(c->nRanks / c->nNodes), (int)(c->nRanks / c->nNodes)};
  p->constants = (ncclTunerConstants_v5_t){0};
  uint64_t commId = 0x9e3779b97f4a7c15u * (c->nRanks * 65537u + c->nNodes);
  switch (p->api) {
  case 2: return ((const ncclTuner_v2_t *)p->symbol)->init(c->nRanks, c->nNodes, log_line, &c->plugin);
  case 3: return ((const ncclTuner_v3_t *)p->symbol)->init(c->nRanks, c->nNodes, log_line, &c->plugin);
  case 4: return ((const ncclTuner_v4_t *)p->symbol)->init(c->nRanks, c->nNodes, log_line, &c->plugin);
  case 5:
    return ((const ncclTuner_v5_t *)p->symbol)
        ->init(&c->plugin, commId, c->nRanks, c->nNodes, log_line, &p->nvlDomainInfo, &p->constants);
  default:
    return ((const ncclTuner_v6_t *)p->symbol)
        ->init(&c->plugin, commId, c->nRanks, c->nNodes, log_line, &p->nvlDomainInfo, &p->constants);
  }
}

static void close_context(struct probe_plugin *p, struct context *c) {
  if (!c->isOpen) return;
  c->isOpen = false;
  switch (p->api) {
  case 2: ((const ncclTuner_v2_t *)p->symbol)->destroy(c->plugin); break;
  case 3: ((const ncclTuner_v3_t *)p->symbol)->destroy(c->plugin); break;
  case 4: ((const ncclTuner_v4_t *)p->symbol)->destroy(c->plugin); break;
  case 5: ((const ncclTuner_v5_t *)p->symbol)->finalize(c->plugin); break;
  default: ((const ncclTuner_v6_t *)p->symbol)->finalize(c->plugin); break;
  }
}

void probe_close_contexts(struct probe_plugin *plugin) {
  for (int i = 0; i < MAX_CONTEXTS; i++) close_context(plugin, &plugin->contexts[i]);
}

/* The context of a communicator of that shape; NULL and a code if init returned one. */
static struct context *find_context(struct probe_plugin *p, const struct probe_point *point, int *code,
                                    atomic_int *phase) {
  struct context *c = &p->contexts[p->last];
  if (c->isOpen && c->nRanks == point->nRanks && c->nNodes == point->nNodes) return c;
  for (p->last = 0; p->last < MAX_CONTEXTS; p->last++) {
    c = &p->contexts[p->last];
    if (c->isOpen && c->nRanks == point->nRanks && c->nNodes == point->nNodes) return c;
    if (!c->isOpen) break;
  }
  if (p->last == MAX_CONTEXTS) {
    p->last = p->oldest++ % MAX_CONTEXTS;
    c = &p->contexts[p->last];
    atomic_store(phase, PROBE_FINALIZE);
    close_context(p, c);
  }
  *c = (struct context){.nRanks = point->nRanks, .nNodes = point->nNodes};
  atomic_store(phase, PROBE_INIT);
  *code = call_init(p, c);
  c->isOpen = *code == ncclSuccess;
  return c->isOpen ? c : NULL;
}

static bool is_set(uint32_t mask, int algorithm, int protocol) {
  return mask >> (algorithm * NCCL_NUM_PROTOCOLS + protocol) & 1;
}

static float cost_of(const struct probe_plugin *p, const struct probe_point *point, int cell) {
  if (!(point->allowed >> cell & 1)) return NCCL_ALGO_PROTO_IGNORE;
  if (!p->costs->isGiven)
    return 1000.0f + 10.0f * (float)cell; /* any order; none is 0, which marks a choice */
  float bandwidth = p->costs->bandwidthGBs[point->collType][cell];
  if (!(bandwidth > 0.0f)) return NCCL_ALGO_PROTO_IGNORE;
  return p->costs->latencyUs[point->collType][cell] * (float)point->numPipeOps +
         (float)point->nBytes / (1000.0f * bandwidth);
}

static float guard_value(int i) { return -12345.0f - (float)i; }

static void fill_table(struct probe_plugin *p, const struct probe_point *point) {
  for (int i = 0; i < GUARD; i++) {
    p->table[i] = guard_value(i);
    p->table[GUARD + PROBE_CELLS + i] = guard_value(GUARD + i);
  }
  for (int cell = 0; cell < PROBE_CELLS; cell++) p->table[GUARD + cell] = cost_of(p, point, cell);
}

/* What NCCL would take from the table (src/enqueue.cc: strictly smaller wins, Tree first), if the plugin
 * changed it. */
static void read_table(const struct probe_plugin *p, const float *before, struct probe_result *r) {
  const float *after = p->table + GUARD;
  int best = -1;
  for (int i = 0; i < GUARD; i++)
    if (p->table[i] != guard_value(i) || p->table[GUARD + PROBE_CELLS + i] != guard_value(GUARD + i))
      r->isOverrun = true;
  for (int cell = 0; cell < PROBE_CELLS; cell++) {
    if (after[cell] >= 0.0f && (best < 0 || after[cell] < after[best])) best = cell;
    if (after[cell] >= 0.0f && !(before[cell] >= 0.0f)) r->lifted |= 1u << cell;
  }
  if (best < 0 || memcmp(before, after, PROBE_CELLS * sizeof *before) == 0) return;
  r->algorithm = best / NCCL_NUM_PROTOCOLS;
  r->protocol = best % NCCL_NUM_PROTOCOLS;
}

/* As the v2 shim of 2.22 and newer fills them (src/plugin/tuner/tuner_v2.cc). */
static ncclResult_t ask_v2(struct probe_plugin *p, const struct context *c, const struct probe_point *q,
                           struct probe_result *r) {
  int nvls = is_set(q->allowed, NCCL_ALGO_NVLS, NCCL_PROTO_SIMPLE) ||
             is_set(q->allowed, NCCL_ALGO_NVLS_TREE, NCCL_PROTO_SIMPLE);
  int collNet = is_set(q->allowed, NCCL_ALGO_COLLNET_CHAIN, NCCL_PROTO_SIMPLE);
  return ((const ncclTuner_v2_t *)p->symbol)
      ->getCollInfo(c->plugin, q->collType, q->nBytes, collNet, nvls, q->numPipeOps, &r->algorithm,
                    &r->protocol, &r->nChannels);
}

static ncclResult_t ask_table(struct probe_plugin *p, const struct context *c, const struct probe_point *q,
                              struct probe_result *r) {
  float **table = (float **)(void *)(p->table + GUARD), before[PROBE_CELLS];
  const int nA = NCCL_NUM_ALGORITHMS, nP = NCCL_NUM_PROTOCOLS;
  ncclResult_t code;
  fill_table(p, q);
  memcpy(before, p->table + GUARD, sizeof before);
  switch (p->api) {
  case 3:
    code = ((const ncclTuner_v3_t *)p->symbol)
               ->getCollInfo(c->plugin, q->collType, q->nBytes, q->numPipeOps, table, nA, nP, &r->nChannels);
    break;
  case 4:
    code = ((const ncclTuner_v4_t *)p->symbol)
               ->getCollInfo(c->plugin, q->collType, q->nBytes, q->numPipeOps, table, nA, nP, q->regBuff,
                             &r->nChannels);
    break;
  case 5:
    code = ((const ncclTuner_v5_t *)p->symbol)
               ->getCollInfo(c->plugin, q->collType, q->nBytes, q->numPipeOps, table, nA, nP, q->regBuff,
                             &r->nChannels);
    break;
  default:
    code = ((const ncclTuner_v6_t *)p->symbol)
               ->getCollInfo(c->plugin, q->collType, q->nBytes, q->numPipeOps, table, nA, nP, q->regBuff,
                             &r->nChannels);
    break;
  }
  read_table(p, before, r);
  return code;
}

void probe_ask_plugin(struct probe_plugin *plugin, const struct probe_point *point,
                      struct probe_result *result, atomic_int *phase) {
  *result = (struct probe_result){.algorithm = NCCL_ALGO_UNDEF, .protocol = NCCL_PROTO_UNDEF};
  struct context *c = find_context(plugin, point, &result->code, phase);
  if (c == NULL) {
    result->failedCall = "init";
    return;
  }
  atomic_store_explicit(phase, PROBE_GET_COLL_INFO, memory_order_relaxed);
  result->code = plugin->api == 2 ? ask_v2(plugin, c, point, result) : ask_table(plugin, c, point, result);
  if (result->code != ncclSuccess) result->failedCall = "getCollInfo";
}
