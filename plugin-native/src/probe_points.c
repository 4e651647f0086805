/* The points to ask about: a grid of options, or lines of a file. And the cost table of a log. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "probe.h"

enum { LINE_SIZE = 512, POINT_FIELDS = 7, COST_FIELDS = 5 };

static FILE *open_input(const char *path) {
  if (strcmp(path, "-") == 0) return stdin;
  FILE *file = fopen(path, "r");
  if (file == NULL) probe_refuse("%s: %s", path, strerror(errno));
  return file;
}

/* The next line that says something, split at blanks; 0 at the end. One field too many counts as one too
 * many. */
static int read_fields(FILE *file, const char *path, long *line, char text[LINE_SIZE], char **fields,
                       int max) {
  while (fgets(text, LINE_SIZE, file) != NULL) {
    int n = 0;
    ++*line;
    if (strlen(text) == LINE_SIZE - 1) probe_refuse("%s:%ld: line too long", path, *line);
    char *rest = NULL;
    for (char *f = strtok_r(text, " \t\r\n", &rest); f != NULL; f = strtok_r(NULL, " \t\r\n", &rest)) {
      if (n < max) fields[n] = f;
      n++;
    }
    if (n > 0 && fields[0][0] != '#') return n;
  }
  if (ferror(file)) probe_refuse("%s: %s", path, strerror(errno));
  return 0;
}

static bool read_unsigned(const char *text, int base, uint64_t max, uint64_t *value) {
  char *end;
  errno = 0;
  *value = strtoull(text, &end, base);
  return text[0] != '\0' && text[0] != '-' && *end == '\0' && errno == 0 && *value <= max;
}

static bool read_int(const char *text, int *value) {
  char *end;
  errno = 0;
  long v = strtol(text, &end, 10);
  *value = (int)v;
  return text[0] != '\0' && *end == '\0' && errno == 0 && v == *value;
}

void probe_open_source(struct probe_source *source, const struct probe_options *options) {
  *source = (struct probe_source){.options = options};
  if (options->points != NULL) source->file = open_input(options->points);
}

static bool read_point(struct probe_source *s, struct probe_point *p) {
  char text[LINE_SIZE], *f[POINT_FIELDS];
  uint64_t ranks, nodes, allowed;
  int n = read_fields(s->file, s->options->points, &s->line, text, f, POINT_FIELDS);
  if (n == 0) return false;
  if (n != POINT_FIELDS || (p->collType = probe_find_collective(f[0])) < 0 ||
      !read_unsigned(f[1], 10, UINT64_MAX, &p->nBytes) || !read_unsigned(f[2], 10, INT32_MAX, &ranks) ||
      !read_unsigned(f[3], 10, INT32_MAX, &nodes) || ranks == 0 || nodes == 0 ||
      !read_int(f[4], &p->numPipeOps) || !read_int(f[5], &p->regBuff) ||
      !read_unsigned(f[6], 16, PROBE_ALL, &allowed))
    probe_refuse(
        "%s:%ld: a point is: collective nBytes nRanks nNodes numPipeOps regBuff allowed (hex, up to %x)",
        s->options->points, s->line, PROBE_ALL);
  p->nRanks = (uint32_t)ranks;
  p->nNodes = (uint32_t)nodes;
  p->allowed = (uint32_t)allowed;
  return true;
}

static int64_t take(uint64_t *rest, const struct probe_list *list) {
  int64_t value = list->value[*rest % (uint64_t)list->count];
  *rest /= (uint64_t)list->count;
  return value;
}

/* The grid is a number whose digits are the options, sizes first; so communicators of one shape stay
 * together. */
static bool next_in_grid(struct probe_source *s, struct probe_point *p) {
  const struct probe_options *o = s->options;
  uint64_t rest = s->next / (uint64_t)o->nSizes;
  p->nBytes = o->sizes[s->next++ % (uint64_t)o->nSizes];
  p->allowed = (uint32_t)take(&rest, &o->allowed);
  p->regBuff = (int)take(&rest, &o->regBuffs);
  p->numPipeOps = (int)take(&rest, &o->pipeOps);
  p->collType = (int)take(&rest, &o->collectives);
  p->nRanks = (uint32_t)take(&rest, &o->ranks);
  p->nNodes = (uint32_t)take(&rest, &o->nodes);
  return rest == 0;
}

bool probe_next_point(struct probe_source *source, struct probe_point *point) {
  return source->file != NULL ? read_point(source, point) : next_in_grid(source, point);
}

static bool read_cost(const char *text, float *value) {
  char *end;
  *value = strtof(text, &end);
  return text[0] != '\0' && *end == '\0' && *value >= 0.0f && *value < 1e9f;
}

void probe_read_costs(struct probe_costs *costs, const char *path) {
  FILE *file = open_input(path);
  char text[LINE_SIZE], *f[COST_FIELDS];
  long line = 0;
  int n;
  costs->isGiven = true;
  while ((n = read_fields(file, path, &line, text, f, COST_FIELDS)) > 0) {
    int coll = -1, algo = -1, proto = -1;
    float latency, bandwidth;
    if (n == COST_FIELDS) {
      coll = probe_find_collective(f[0]);
      algo = probe_find_algorithm(f[1]);
      proto = probe_find_protocol(f[2]);
    }
    if (coll < 0 || algo < 0 || proto < 0 || !read_cost(f[3], &latency) || !read_cost(f[4], &bandwidth))
      probe_refuse("%s:%ld: a cost is: collective algorithm protocol latency_us bandwidth_gbs", path, line);
    costs->latencyUs[coll][algo * NCCL_NUM_PROTOCOLS + proto] = latency;
    costs->bandwidthGBs[coll][algo * NCCL_NUM_PROTOCOLS + proto] = bandwidth;
  }
  if (file != stdin) (void)fclose(file);
}
