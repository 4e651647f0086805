#include "rules.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ringside_tuner_abi.h"

enum { MIN_FIELDS = 8, MAX_FIELDS = 10, SHOWN_BYTES = 32 };

static const char *const FILE_COLLECTIVES[] = {"broadcast", "reduce", "allgather", "reducescatter",
                                               "allreduce"};
static const char *const FILE_ALGORITHMS[] = {"tree",      "ring", "collnet_direct", "collnet_chain", "nvls",
                                              "nvls_tree", "pat"};
static const char *const FILE_PROTOCOLS[] = {"ll", "ll128", "simple"};
static const char *const NCCL_COLLECTIVES[] = {"Broadcast", "Reduce", "AllGather", "ReduceScatter",
                                               "AllReduce"};
static const char *const NCCL_ALGORITHMS[] = {"Tree",     "Ring", "CollNetDirect", "CollNetChain", "NVLS",
                                              "NVLSTree", "PAT"};
static const char *const NCCL_PROTOCOLS[] = {"LL", "LL128", "Simple"};

static const char *name_at(const char *const *names, int count, int i) {
  return i >= 0 && i < count ? names[i] : NULL;
}

const char *ringside_name_collective(int i) { return name_at(FILE_COLLECTIVES, NCCL_NUM_FUNCTIONS, i); }
const char *ringside_name_algorithm(int i) { return name_at(FILE_ALGORITHMS, NCCL_NUM_ALGORITHMS, i); }
const char *ringside_name_protocol(int i) { return name_at(FILE_PROTOCOLS, NCCL_NUM_PROTOCOLS, i); }
const char *ringside_print_collective(int i) { return name_at(NCCL_COLLECTIVES, NCCL_NUM_FUNCTIONS, i); }
const char *ringside_print_algorithm(int i) { return name_at(NCCL_ALGORITHMS, NCCL_NUM_ALGORITHMS, i); }
const char *ringside_print_protocol(int i) { return name_at(NCCL_PROTOCOLS, NCCL_NUM_PROTOCOLS, i); }

struct field {
  const char *text;
  size_t length;
};

struct parse {
  const char *name;
  int line;
  char *message;
};

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static struct field trim(const char *text, size_t length) {
  while (length > 0 && is_blank(text[0])) text++, length--;
  while (length > 0 && is_blank(text[length - 1])) length--;
  return (struct field){text, length};
}

__attribute__((format(printf, 2, 3))) static bool refuse(const struct parse *p, const char *fmt, ...) {
  int used = snprintf(p->message, RINGSIDE_MESSAGE_SIZE, "%.300s:%d: ", p->name, p->line);
  va_list args;
  va_start(args, fmt);
  if (used > 0 && used < RINGSIDE_MESSAGE_SIZE)
    (void)vsnprintf(p->message + used, (size_t)(RINGSIDE_MESSAGE_SIZE - used), fmt, args);
  va_end(args);
  return false;
}

/* A field as it may stand in a log: short, printable ASCII. */
static const char *show(struct field f, char shown[SHOWN_BYTES + 4]) {
  size_t n = f.length < SHOWN_BYTES ? f.length : SHOWN_BYTES;
  for (size_t i = 0; i < n; i++)
    shown[i] = f.text[i] >= ' ' && f.text[i] <= '~' && f.text[i] != '"' ? f.text[i] : '?';
  strcpy(shown + n, f.length > n ? "..." : "");
  return shown;
}

bool ringside_parse_number(const char *text, size_t length, int64_t *value) {
  int64_t v = 0;
  if (length == 0) return false;
  for (size_t i = 0; i < length; i++) {
    int digit = text[i] - '0';
    if (digit < 0 || digit > 9 || v > (INT64_MAX - digit) / 10) return false;
    v = v * 10 + digit;
  }
  *value = v;
  return true;
}

static bool parse_word(const struct parse *p, struct field f, const char *what, const char *const *names,
                       int count, int32_t *value) {
  for (int i = 0; i < count; i++) {
    if (strlen(names[i]) == f.length && memcmp(names[i], f.text, f.length) == 0) {
      *value = i;
      return true;
    }
  }
  char list[96] = "", shown[SHOWN_BYTES + 4];
  for (int i = 0; i < count; i++) {
    if (i > 0) strcat(list, ", ");
    strcat(list, names[i]);
  }
  return refuse(p, "unknown %s \"%s\" (%s)", what, show(f, shown), list);
}

static bool parse_bytes(const struct parse *p, struct field f, const char *what, int64_t *value) {
  char shown[SHOWN_BYTES + 4];
  if (ringside_parse_number(f.text, f.length, value)) return true;
  return refuse(p, "%s \"%s\" is not a number from 0 to %" PRId64, what, show(f, shown), INT64_MAX);
}

/* -1, or min to max. */
static bool parse_small(const struct parse *p, struct field f, const char *what, int32_t min, int32_t max,
                        int32_t *value) {
  int64_t v;
  char shown[SHOWN_BYTES + 4];
  if (f.length == 2 && memcmp(f.text, "-1", 2) == 0) {
    *value = RINGSIDE_ANY;
    return true;
  }
  if (ringside_parse_number(f.text, f.length, &v) && v >= min && v <= max) {
    *value = (int32_t)v;
    return true;
  }
  return refuse(p, "%s \"%s\" is not -1 or a number from %d to %d", what, show(f, shown), min, max);
}

static int split(struct field line, struct field fields[MAX_FIELDS]) {
  int n = 0;
  size_t start = 0;
  for (size_t i = 0; i <= line.length; i++) {
    if (i < line.length && line.text[i] != ',') continue;
    if (n < MAX_FIELDS) fields[n] = trim(line.text + start, i - start);
    n++;
    start = i + 1;
  }
  return n;
}

static bool parse_rule(const struct parse *p, struct field line, struct ringside_rule *r) {
  struct field f[MAX_FIELDS];
  int n = split(line, f);
  if (n < MIN_FIELDS || n > MAX_FIELDS)
    return refuse(p,
                  "%d field%s where a rule has 8 to 10: collective,min_bytes,max_bytes,algorithm,protocol,"
                  "channels,nNodes,nRanks[,numPipeOps[,regBuff]]",
                  n, n == 1 ? "" : "s");
  *r = (struct ringside_rule){.line = p->line, .numPipeOps = RINGSIDE_ANY, .regBuff = RINGSIDE_ANY};
  if (!parse_word(p, f[0], "collective", FILE_COLLECTIVES, NCCL_NUM_FUNCTIONS, &r->collType) ||
      !parse_bytes(p, f[1], "min_bytes", &r->minBytes) || !parse_bytes(p, f[2], "max_bytes", &r->maxBytes) ||
      !parse_word(p, f[3], "algorithm", FILE_ALGORITHMS, NCCL_NUM_ALGORITHMS, &r->algorithm) ||
      !parse_word(p, f[4], "protocol", FILE_PROTOCOLS, NCCL_NUM_PROTOCOLS, &r->protocol) ||
      !parse_small(p, f[5], "channels", 0, RINGSIDE_MAX_CHANNELS, &r->nChannels) ||
      !parse_small(p, f[6], "nNodes", 1, INT32_MAX, &r->nNodes) ||
      !parse_small(p, f[7], "nRanks", 1, INT32_MAX, &r->nRanks) ||
      (n > 8 && !parse_small(p, f[8], "numPipeOps", 1, INT32_MAX, &r->numPipeOps)) ||
      (n > 9 && !parse_small(p, f[9], "regBuff", 0, 1, &r->regBuff)))
    return false;
  if (r->minBytes > r->maxBytes)
    return refuse(p, "min_bytes %" PRId64 " is above max_bytes %" PRId64, r->minBytes, r->maxBytes);
  if (r->nChannels == RINGSIDE_ANY) r->nChannels = 0;
  return true;
}

bool ringside_append_rule(struct ringside_rules *rules, const struct ringside_rule *rule) {
  if (rules->count == rules->capacity) {
    size_t capacity = rules->capacity > 0 ? 2 * rules->capacity : 32;
    struct ringside_rule *grown = realloc(rules->rule, capacity * sizeof *grown);
    if (grown == NULL) return false;
    rules->rule = grown;
    rules->capacity = capacity;
  }
  rules->rule[rules->count++] = *rule;
  return true;
}

void ringside_free_rules(struct ringside_rules *rules) {
  free(rules->rule);
  *rules = (struct ringside_rules){0};
}

static bool parse_line(struct parse *p, const char *text, size_t length, struct ringside_rules *rules) {
  struct ringside_rule rule;
  if (length > 0 && text[length - 1] == '\r') length--;
  if (length > RINGSIDE_MAX_LINE_BYTES)
    return refuse(p, "line longer than %d bytes", RINGSIDE_MAX_LINE_BYTES);
  struct field line = trim(text, length);
  if (line.length == 0 || line.text[0] == '#') return true;
  if (rules->count == RINGSIDE_MAX_RULES) return refuse(p, "more than %d rules", RINGSIDE_MAX_RULES);
  if (!parse_rule(p, line, &rule)) return false;
  return ringside_append_rule(rules, &rule);
}

bool ringside_parse_rules(struct ringside_rules *rules, const char *text, size_t length, const char *name,
                          char message[RINGSIDE_MESSAGE_SIZE]) {
  struct parse p = {name, 0, message};
  size_t at = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  *rules = (struct ringside_rules){0};
  message[0] = '\0';
  while (at < length) {
    const char *end = memchr(text + at, '\n', length - at);
    size_t n = end != NULL ? (size_t)(end - (text + at)) : length - at;
    p.line++;
    if (!parse_line(&p, text + at, n, rules)) {
      ringside_free_rules(rules);
      return false;
    }
    at += n + 1;
  }
  return true;
}

uint64_t ringside_hash_rules(const struct ringside_rules *rules) {
  uint64_t hash = 0xcbf29ce484222325u;
  char text[256];
  for (size_t i = 0; i < rules->count; i++) {
    const struct ringside_rule *r = &rules->rule[i];
    int n = snprintf(text, sizeof text, "%s,%" PRId64 ",%" PRId64 ",%s,%s,%d,%d,%d,%d,%d\n",
                     ringside_name_collective(r->collType), r->minBytes, r->maxBytes,
                     ringside_name_algorithm(r->algorithm), ringside_name_protocol(r->protocol),
                     r->nChannels > 0 ? r->nChannels : RINGSIDE_ANY, r->nNodes, r->nRanks, r->numPipeOps,
                     r->regBuff);
    for (int k = 0; k < n; k++) hash = (hash ^ (unsigned char)text[k]) * 0x100000001b3u;
  }
  return hash;
}
