#include <ctype.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "probe.h"
#include "rules.h"

static const char USAGE[] =
    "usage: tuner-probe --plugin SO [OPTION]...\n"
    "Asks a tuner plugin for its decisions and prints one JSON line a point.\n"
    "\n"
    "  --plugin SO             the plugin; a path, or a name for the loader\n"
    "  --api 2|3|4|5|6         API version (default: the newest that the plugin has)\n"
    "  --points FILE           ask about these, '-' is standard input; a line is\n"
    "                          collective nBytes nRanks nNodes numPipeOps regBuff allowed\n"
    "                          (allowed: hex, bit algorithm * 3 + protocol)\n"
    "  or a grid, each option a comma list:\n"
    "  --collective NAME       broadcast reduce allgather reducescatter allreduce (default allreduce)\n"
    "  --sizes N               bytes, with K, M, G (default 1K to 64M, doubling)\n"
    "  --size-range A:B:STEP   also these sizes; STEP is bytes, or xF for a factor\n"
    "  --ranks N  --nodes N    (default 2 and 1)\n"
    "  --pipe-ops N            (default 1)\n"
    "  --regbuff 0|1           (default 0)\n"
    "  --allowed SET           all, no-ll128 or ALGO/PROTO,...; each use is one set (default all)\n"
    "\n"
    "  --costs FILE            cost table, a line an entry: collective algorithm protocol latency_us "
    "bandwidth_gbs;\n"
    "                          what has no line or no bandwidth is forbidden\n"
    "  --timeout SECONDS       without progress the plugin hangs (default 5)\n"
    "  --max-failures N        crashes and hangs before giving up (default 3)\n"
    "  --verbose               the plugin's log lines on stderr, not only its warnings\n"
    "\n"
    "Exit status: 0 done, 1 the plugin misbehaved (crash, hang, error code, forbidden entry chosen, "
    "overrun),\n"
    "2 usage, 3 the plugin cannot be loaded.\n";

void probe_refuse(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  fflush(stdout);
  fputs("tuner-probe: ", stderr);
  vfprintf(stderr, fmt, args);
  fputc('\n', stderr);
  va_end(args);
  exit(PROBE_USAGE);
}

/* NVLS_TREE, NVLSTree and nvls_tree are one word: NCCL spells it in three ways. */
static bool is_word(const char *a, const char *b) {
  for (;; a++, b++) {
    while (*a == '_') a++;
    while (*b == '_') b++;
    if (tolower((unsigned char)*a) != tolower((unsigned char)*b)) return false;
    if (*a == '\0') return true;
  }
}

static int find_word(const char *word, const char *(*name)(int)) {
  for (int i = 0; name(i) != NULL; i++)
    if (is_word(word, name(i))) return i;
  return -1;
}

int probe_find_collective(const char *word) { return find_word(word, ringside_print_collective); }
int probe_find_algorithm(const char *word) { return find_word(word, ringside_print_algorithm); }
int probe_find_protocol(const char *word) { return find_word(word, ringside_print_protocol); }

static int64_t read_number(const char *option, const char *text, int64_t min, int64_t max) {
  static const char SUFFIXES[] = "KMG";
  size_t length = strlen(text);
  int64_t value;
  int shift = 0;
  if (length > 0) {
    const char *suffix = strchr(SUFFIXES, toupper((unsigned char)text[length - 1]));
    if (suffix != NULL && *suffix != '\0') shift = 10 * (int)(suffix - SUFFIXES + 1);
  }
  if (!ringside_parse_number(text, length - (shift > 0), &value) || value > INT64_MAX >> shift ||
      value << shift < min || value << shift > max)
    probe_refuse("%s: \"%s\" is not a number from %lld to %lld", option, text, (long long)min,
                 (long long)max);
  return value << shift;
}

static void append(const char *option, struct probe_list *list, int64_t value) {
  if (list->count == PROBE_MAX_LIST) probe_refuse("%s: more than %d values", option, PROBE_MAX_LIST);
  list->value[list->count++] = value;
}

static void read_list(const char *option, char *text, struct probe_list *list, int64_t min, int64_t max) {
  char *rest = NULL;
  for (char *word = strtok_r(text, ",", &rest); word != NULL; word = strtok_r(NULL, ",", &rest))
    append(option, list, read_number(option, word, min, max));
}

static void read_collectives(char *text, struct probe_list *list) {
  char *rest = NULL;
  for (char *word = strtok_r(text, ",", &rest); word != NULL; word = strtok_r(NULL, ",", &rest)) {
    int collType = probe_find_collective(word);
    if (collType < 0) probe_refuse("--collective: unknown collective \"%s\"", word);
    append("--collective", list, collType);
  }
}

static void read_allowed(char *text, struct probe_list *list) {
  char *rest = NULL;
  int64_t mask = 0;
  for (char *word = strtok_r(text, ",", &rest); word != NULL; word = strtok_r(NULL, ",", &rest)) {
    char *slash = strchr(word, '/');
    if (strcmp(word, "all") == 0)
      mask |= PROBE_ALL;
    else if (strcmp(word, "no-ll128") == 0) {
      for (int cell = 0; cell < PROBE_CELLS; cell++)
        if (cell % NCCL_NUM_PROTOCOLS != NCCL_PROTO_LL128) mask |= 1 << cell;
    } else {
      if (slash != NULL) *slash = '\0';
      int algo = probe_find_algorithm(word), proto = slash != NULL ? probe_find_protocol(slash + 1) : -1;
      if (algo < 0 || proto < 0) probe_refuse("--allowed: \"%s\" is not all, no-ll128 or ALGO/PROTO", word);
      mask |= 1 << (algo * NCCL_NUM_PROTOCOLS + proto);
    }
  }
  append("--allowed", list, mask);
}

static void append_size(struct probe_options *o, int64_t size) {
  if (o->nSizes == PROBE_MAX_SIZES) probe_refuse("more than %d sizes", PROBE_MAX_SIZES);
  o->sizes[o->nSizes++] = (uint64_t)size;
}

static void read_sizes(struct probe_options *o, char *text) {
  char *rest = NULL;
  for (char *word = strtok_r(text, ",", &rest); word != NULL; word = strtok_r(NULL, ",", &rest))
    append_size(o, read_number("--sizes", word, 0, INT64_MAX));
}

static void read_size_range(struct probe_options *o, char *text) {
  char *rest = NULL;
  char *first = strtok_r(text, ":", &rest), *last = strtok_r(NULL, ":", &rest),
       *step = strtok_r(NULL, ":", &rest);
  if (step == NULL) probe_refuse("--size-range: MIN:MAX:STEP or MIN:MAX:xFACTOR");
  bool isFactor = step[0] == 'x';
  int64_t max = read_number("--size-range", last, 0, INT64_MAX / 2);
  int64_t size = read_number("--size-range", first, isFactor, INT64_MAX / 2);
  int64_t by = read_number("--size-range", step + isFactor, 1 + isFactor, INT64_MAX / 2);
  while (size <= max) {
    append_size(o, size);
    if (isFactor && size > max / by) break;
    size = isFactor ? size * by : size + by;
  }
}

static void set_defaults(struct probe_options *o) {
  if (o->collectives.count == 0) append("", &o->collectives, ncclFuncAllReduce);
  if (o->ranks.count == 0) append("", &o->ranks, 2);
  if (o->nodes.count == 0) append("", &o->nodes, 1);
  if (o->pipeOps.count == 0) append("", &o->pipeOps, 1);
  if (o->regBuffs.count == 0) append("", &o->regBuffs, 0);
  if (o->allowed.count == 0) append("", &o->allowed, PROBE_ALL);
  for (int64_t size = 1024; o->nSizes == 0 || (size > 1024 && size <= 64 << 20); size *= 2)
    append_size(o, size);
}

static double read_seconds(const char *text) {
  char *end;
  double value = strtod(text, &end);
  if (*end != '\0' || !(value > 0.0 && value <= 3600.0))
    probe_refuse("--timeout: \"%s\" is not a number of seconds up to 3600", text);
  return value;
}

void probe_read_options(struct probe_options *o, int argc, char **argv) {
  static const struct option OPTIONS[] = {{"plugin", 1, NULL, 'p'},
                                          {"api", 1, NULL, 'a'},
                                          {"points", 1, NULL, 'P'},
                                          {"ranks", 1, NULL, 'r'},
                                          {"nodes", 1, NULL, 'n'},
                                          {"sizes", 1, NULL, 's'},
                                          {"regbuff", 1, NULL, 'b'},
                                          {"size-range", 1, NULL, 'S'},
                                          {"collective", 1, NULL, 'c'},
                                          {"pipe-ops", 1, NULL, 'o'},
                                          {"allowed", 1, NULL, 'A'},
                                          {"costs", 1, NULL, 'C'},
                                          {"timeout", 1, NULL, 't'},
                                          {"max-failures", 1, NULL, 'm'},
                                          {"verbose", 0, NULL, 'v'},
                                          {"help", 0, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  int option;
  *o = (struct probe_options){.timeout = 5.0, .maxFailures = 3};
  while ((option = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1) {
    switch (option) {
    case 'p': o->plugin = optarg; break;
    case 'a': o->api = (int)read_number("--api", optarg, 2, 6); break;
    case 'P': o->points = optarg; break;
    case 'r': read_list("--ranks", optarg, &o->ranks, 1, INT32_MAX); break;
    case 'n': read_list("--nodes", optarg, &o->nodes, 1, INT32_MAX); break;
    case 's': read_sizes(o, optarg); break;
    case 'S': read_size_range(o, optarg); break;
    case 'b': read_list("--regbuff", optarg, &o->regBuffs, 0, 1); break;
    case 'c': read_collectives(optarg, &o->collectives); break;
    case 'o': read_list("--pipe-ops", optarg, &o->pipeOps, 1, INT32_MAX); break;
    case 'A': read_allowed(optarg, &o->allowed); break;
    case 'C': probe_read_costs(&o->costs, optarg); break;
    case 't': o->timeout = read_seconds(optarg); break;
    case 'm': o->maxFailures = (int)read_number("--max-failures", optarg, 1, INT32_MAX); break;
    case 'v': o->isVerbose = true; break;
    case 'h': fputs(USAGE, stdout); exit(PROBE_DONE);
    default: fputs("tuner-probe: --help lists the options\n", stderr); exit(PROBE_USAGE);
    }
  }
  if (optind < argc) probe_refuse("\"%s\" is no option; --help lists them", argv[optind]);
  if (o->plugin == NULL) probe_refuse("--plugin is missing; --help lists the options");
  set_defaults(o);
}
