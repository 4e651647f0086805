#include "message.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_RANGES = 8 }; /* of line numbers in one list */

struct text {
  char bytes[RINGSIDE_MESSAGE_SIZE];
  size_t used;
};

__attribute__((format(printf, 2, 3))) static void append(struct text *t, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  int n = vsnprintf(t->bytes + t->used, sizeof t->bytes - t->used, fmt, args);
  va_end(args);
  if (n > 0) t->used += (size_t)n;
  if (t->used >= sizeof t->bytes) t->used = sizeof t->bytes - 1; /* cut, still one line */
}

static void write_line(ncclDebugLogger_t log, ncclDebugLogLevel level, const struct text *t) {
  if (log != NULL) log(level, NCCL_INIT | NCCL_TUNING, "ringside", 0, "%s", t->bytes);
}

static const char *plural(size_t n) { return n == 1 ? "" : "s"; }

static size_t count_fate(const uint8_t *fate, size_t count, int wanted) {
  size_t n = 0;
  for (size_t i = 0; i < count; i++) n += fate[i] == wanted;
  return n;
}

/* The line numbers of the rules with that fate; rules that follow each other make a range. */
static void append_lines(struct text *t, const struct ringside_rules *rules, const uint8_t *fate,
                         int wanted) {
  int ranges = 0;
  append(t, "line%s ", plural(count_fate(fate, rules->count, wanted)));
  for (size_t i = 0; i < rules->count; i++) {
    size_t first = i;
    if (fate[i] != wanted) continue;
    while (i + 1 < rules->count && fate[i + 1] == wanted) i++;
    if (ranges++ == MAX_RANGES) {
      append(t, ",...");
      return;
    }
    append(t, "%s%d", ranges > 1 ? "," : "", rules->rule[first].line);
    if (i > first) append(t, "-%d", rules->rule[i].line);
  }
}

static void append_fate(struct text *t, const struct ringside_rules *rules, const uint8_t *fate, int wanted,
                        const char *why) {
  size_t n = count_fate(fate, rules->count, wanted);
  if (n == 0) return;
  append(t, "; %zu %s (", n, why);
  append_lines(t, rules, fate, wanted);
  append(t, ")");
}

void ringside_report_rules(ncclDebugLogger_t log, const struct ringside_config *config, const uint8_t *fate,
                           size_t nRanks, size_t nNodes) {
  const struct ringside_rules *rules = &config->rules;
  struct text t = {.used = 0};
  if (config->warning[0] != '\0') {
    ringside_report_refusal(log, config, RINGSIDE_COMPILED);
    return;
  }
  if (config->source[0] == '\0') {
    append(&t, "ringside: no tuner file (NCCL_TUNER_CONFIG_FILE): NCCL's own choice stays");
    write_line(log, NCCL_LOG_INFO, &t);
    return;
  }
  size_t kept =
      count_fate(fate, rules->count, RINGSIDE_KEPT) + count_fate(fate, rules->count, RINGSIDE_FALLBACK);
  append(&t, "ringside: %s, rules %016" PRIx64 ": %zu of %zu kept for %zu rank%s on %zu node%s",
         config->source, ringside_hash_rules(rules), kept, rules->count, nRanks, plural(nRanks), nNodes,
         plural(nNodes));
  if (config->hasIgnoredVariables) append(&t, "; the file wins over NCCL_TUNER_*_GPU, which are set too");
  append_fate(&t, rules, fate, RINGSIDE_EXCHANGED, "never: nNodes and nRanks exchanged?");
  append_fate(&t, rules, fate, RINGSIDE_OTHER_COMM, "never: other nNodes or nRanks");
  append_fate(&t, rules, fate, RINGSIDE_SHADOWED, "never: sizes shadowed by earlier rules");
  append_fate(&t, rules, fate, RINGSIDE_FALLBACK, "only where an earlier rule is forbidden");
  write_line(log, NCCL_LOG_INFO, &t);
}

void ringside_report_refusal(ncclDebugLogger_t log, const struct ringside_config *config,
                             enum ringside_compile result) {
  struct text t = {.used = 0};
  append(&t, "ringside: ");
  if (config->warning[0] != '\0')
    append(&t, "%s", config->warning);
  else if (result == RINGSIDE_TOO_MANY_CANDIDATES)
    append(&t, "%s: more than %d rules for one size", config->source, RINGSIDE_MAX_CANDIDATES);
  else
    append(&t, "out of memory");
  append(&t, "; no rule is used, NCCL's own choice stays");
  write_line(log, NCCL_LOG_WARN, &t);
}

/* Forbidden LL128 entries of algorithms that are otherwise there: what NCCL_PROTO can change. */
static uint32_t find_liftable(const struct ringside_ban *ban) {
  uint32_t liftable = 0, row = (1u << NCCL_NUM_PROTOCOLS) - 1;
  for (int algo = 0; algo < NCCL_NUM_ALGORITHMS; algo++) {
    int shift = algo * NCCL_NUM_PROTOCOLS;
    if (ban->allowed >> shift & row) liftable |= ban->forbidden & 1u << (shift + NCCL_PROTO_LL128);
  }
  return liftable;
}

/* NCCL_PROTO has lists by function from 2.24 on, which is where API v4 begins. */
static void append_remedy(struct text *t, const struct ringside_ban *ban) {
  if (ban->api >= 4)
    append(t, ". NCCL_PROTO=\"LL,Simple;%s:LL,LL128,Simple\" would allow LL128 for %s alone",
           ringside_name_collective(ban->collType), ringside_print_collective(ban->collType));
  else
    append(t, ". NCCL_PROTO=LL,LL128,Simple would allow LL128, for every collective (for one alone it takes "
              "NCCL 2.24)");
  append(t, "; only where LL128 was validated on this host: elsewhere it may corrupt data silently");
}

void ringside_report_ban(ncclDebugLogger_t log, const struct ringside_ban *ban) {
  struct text t = {.used = 0};
  uint32_t liftable = find_liftable(ban);
  const char *separator = "";
  append(&t, "ringside: forbidden for %s here, so rules for it are passed over: ",
         ringside_print_collective(ban->collType));
  for (int cell = 0; cell < NCCL_NUM_ALGORITHMS * NCCL_NUM_PROTOCOLS; cell++) {
    if (!(ban->forbidden >> cell & 1)) continue;
    append(&t, "%s%s/%s", separator, ringside_print_algorithm(cell / NCCL_NUM_PROTOCOLS),
           ringside_print_protocol(cell % NCCL_NUM_PROTOCOLS));
    separator = ", ";
  }
  append(&t, " (first met at %zu bytes, %s:%d)", ban->nBytes, ban->source, ban->line);
  if (ban->api == 2)
    append(&t, ". NCCL 2.21 shows a tuner no cost table: what may be forbidden counts as forbidden");
  if (liftable != 0) append_remedy(&t, ban);
  if (ban->forbidden != liftable)
    append(&t, ". %s by NCCL_ALGO, NCCL_PROTO or what the hardware can do",
           liftable != 0 ? "The others are left out" : "Left out");
  write_line(log, NCCL_LOG_INFO, &t);
}
