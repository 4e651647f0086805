#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin.h" /* generated from tuner/epyc-turin.csv */
#include "ringside_tuner_abi.h"

static const char BUILTIN_PREFIX[] = "builtin:", BUILTIN_NAME[] = "builtin:epyc-turin";

/* The published variables. Each ends the zone of one protocol, for up to 4 ranks or for more. */
enum { SMALL_COMM_RANKS = 4, NUM_LIMITS = 3 };
static const struct limit {
  const char *variable;
  bool isSmallComm;
  int protocol;
} LIMITS[NUM_LIMITS] = {
    {"NCCL_TUNER_LL_MAX_4GPU", true, NCCL_PROTO_LL},
    {"NCCL_TUNER_LL_MAX_8GPU", false, NCCL_PROTO_LL},
    {"NCCL_TUNER_LL128_MAX_8GPU", false, NCCL_PROTO_LL128},
};

static const char *read_variable(const char *name) {
  const char *value = getenv(name);
  return value != NULL && value[0] != '\0' ? value : NULL;
}

/* A value or a path may hold anything; a log line may not. */
static void copy_printable(char *to, size_t size, const char *from) {
  size_t n = 0;
  for (; from[n] != '\0' && n + 1 < size; n++)
    to[n] = (unsigned char)from[n] < ' ' || from[n] == '\x7f' ? '?' : from[n];
  to[n] = '\0';
}

static bool has_variables(void) {
  for (int i = 0; i < NUM_LIMITS; i++)
    if (read_variable(LIMITS[i].variable) != NULL) return true;
  return false;
}

/* Digits and an optional K, M or G, 1024-based. */
static bool parse_size(const char *text, int64_t *value) {
  size_t length = strlen(text);
  int shift = 0;
  if (length > 0) {
    switch (text[length - 1]) {
    case 'k':
    case 'K': shift = 10; break;
    case 'm':
    case 'M': shift = 20; break;
    case 'g':
    case 'G': shift = 30; break;
    default: break;
    }
  }
  if (!ringside_parse_number(text, length - (shift > 0), value) || *value > INT64_MAX >> shift) return false;
  *value <<= shift;
  return true;
}

static bool read_limits(struct ringside_config *c, int64_t limits[NUM_LIMITS]) {
  for (int i = 0; i < NUM_LIMITS; i++) {
    const char *value = read_variable(LIMITS[i].variable);
    char shown[64];
    limits[i] = -1;
    if (value == NULL || parse_size(value, &limits[i])) continue;
    copy_printable(shown, sizeof shown, value);
    (void)snprintf(c->warning, sizeof c->warning,
                   "%s=\"%s\" is not a number of bytes (digits, then K, M, G or nothing)", LIMITS[i].variable,
                   shown);
    return false;
  }
  return true;
}

/*
 * Moves the ends of the builtin zones. The zones of one rank count stand one after the other in the file, so
 * each begins where the one before it ends, and a limit below that leaves none.
 */
static void apply_limits(struct ringside_rules *rules, const int64_t limits[NUM_LIMITS]) {
  size_t kept = 0;
  int64_t next = 0;
  int32_t nRanks = RINGSIDE_ANY;
  for (size_t i = 0; i < rules->count; i++) {
    struct ringside_rule r = rules->rule[i];
    if (r.nRanks != nRanks) next = 0;
    nRanks = r.nRanks;
    for (int k = 0; k < NUM_LIMITS; k++)
      if (limits[k] >= 0 && r.protocol == LIMITS[k].protocol &&
          (r.nRanks <= SMALL_COMM_RANKS) == LIMITS[k].isSmallComm)
        r.maxBytes = limits[k];
    r.minBytes = next;
    if (next < 0 || r.minBytes > r.maxBytes) continue;
    next = r.maxBytes < INT64_MAX ? r.maxBytes + 1 : -1; /* -1: no size is left */
    rules->rule[kept++] = r;
  }
  rules->count = kept;
}

static void load_builtin(struct ringside_config *c) {
  int64_t limits[NUM_LIMITS];
  bool isChanged = false;
  if (!read_limits(c, limits)) return;
  if (!ringside_parse_rules(&c->rules, BUILTIN_EPYC_TURIN, sizeof BUILTIN_EPYC_TURIN - 1, BUILTIN_NAME,
                            c->warning)) {
    if (c->warning[0] == '\0') strcpy(c->warning, "out of memory");
    return;
  }
  for (int i = 0; i < NUM_LIMITS; i++) isChanged |= limits[i] >= 0;
  if (!isChanged) return;
  apply_limits(&c->rules, limits);
  strcat(c->source, " with NCCL_TUNER_*_GPU limits");
}

/*
 * The whole file, or -1 and errno; at most size bytes, so size bytes mean that it may be longer. Neither a
 * FIFO nor a device may block init: opened without waiting, and what cannot seek is refused. (No fstat: in a
 * build against glibc 2.33 or newer it would need that glibc at run time.)
 */
static ssize_t read_file(const char *path, char *buffer, size_t size) {
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fd < 0) return -1;
  size_t used = 0;
  ssize_t n = lseek(fd, 0, SEEK_CUR) < 0 ? -1 : 1;
  while (n > 0 && used < size) {
    n = read(fd, buffer + used, size - used);
    if (n > 0)
      used += (size_t)n;
    else if (n < 0 && errno == EINTR)
      n = 1;
  }
  int error = errno;
  (void)close(fd);
  errno = error;
  return n < 0 ? -1 : (ssize_t)used;
}

static void describe_errno(struct ringside_config *c, int error) {
  char text[96] = "";
  if (error == ESPIPE)
    strcpy(text, "it is a pipe, a file is needed");
  else if (strerror_r(error, text, sizeof text) != 0)
    (void)snprintf(text, sizeof text, "error %d", error);
  (void)snprintf(c->warning, sizeof c->warning, "cannot read tuner file %s: %s", c->source, text);
}

static void load_file(struct ringside_config *c, const char *path) {
  const size_t size = RINGSIDE_MAX_FILE_BYTES + 1;
  char *buffer = malloc(size);
  if (buffer == NULL) {
    strcpy(c->warning, "out of memory");
    return;
  }
  ssize_t length = read_file(path, buffer, size);
  if (length < 0) {
    describe_errno(c, errno);
  } else if ((size_t)length == size) {
    (void)snprintf(c->warning, sizeof c->warning, "%s: larger than %d bytes", c->source,
                   RINGSIDE_MAX_FILE_BYTES);
  } else if (!ringside_parse_rules(&c->rules, buffer, (size_t)length, c->source, c->warning) &&
             c->warning[0] == '\0') {
    strcpy(c->warning, "out of memory");
  }
  free(buffer);
}

void ringside_load_config(struct ringside_config *c) {
  *c = (struct ringside_config){0};
  const char *file = read_variable("NCCL_TUNER_CONFIG_FILE");
  if (file == NULL && !has_variables()) return;
  copy_printable(c->source, sizeof c->source - 40,
                 file != NULL ? file : BUILTIN_NAME); /* room for a suffix */
  if (file == NULL || strcmp(file, BUILTIN_NAME) == 0) {
    load_builtin(c);
  } else if (strncmp(file, BUILTIN_PREFIX, strlen(BUILTIN_PREFIX)) == 0) {
    (void)snprintf(c->warning, sizeof c->warning, "no builtin zones \"%s\" (%s)", c->source, BUILTIN_NAME);
  } else {
    c->hasIgnoredVariables = has_variables();
    load_file(c, file);
  }
}
