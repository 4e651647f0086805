/* What the test programs share: checks that count, and a logger that remembers. */
#ifndef RINGSIDE_CHECK_H
#define RINGSIDE_CHECK_H

#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "ringside_tuner_abi.h"

static atomic_int nChecks, nFailures;

#define CHECK(condition)                                                                                     \
  do {                                                                                                       \
    atomic_fetch_add(&nChecks, 1);                                                                           \
    if (!(condition)) {                                                                                      \
      if (atomic_fetch_add(&nFailures, 1) < 20)                                                              \
        fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                              \
    }                                                                                                        \
  } while (0)

#define CHECK_TEXT(is, wanted) check_text(__FILE__, __LINE__, is, wanted)

static inline void check_text(const char *file, int line, const char *is, const char *wanted) {
  atomic_fetch_add(&nChecks, 1);
  if (strcmp(is, wanted) == 0) return;
  if (atomic_fetch_add(&nFailures, 1) < 20)
    fprintf(stderr, "%s:%d: failed\n  is     %s\n  wanted %s\n", file, line, is, wanted);
}

static inline int finish_checks(const char *name) {
  printf("%-14s %d checks, %d failed\n", name, atomic_load(&nChecks), atomic_load(&nFailures));
  return atomic_load(&nFailures) > 0;
}

/* The last lines of this thread's communicators. */
struct logged {
  int infos, warnings, others;
  unsigned long flags;
  char info[1200], warning[1200];
};
static _Thread_local struct logged logged;

__attribute__((format(printf, 5, 6))) static inline void
log_for_test(ncclDebugLogLevel level, unsigned long flags, const char *file, int line, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  (void)file, (void)line;
  logged.flags = flags;
  if (level == NCCL_LOG_INFO)
    logged.infos++;
  else if (level == NCCL_LOG_WARN)
    logged.warnings++;
  else
    logged.others++;
  (void)vsnprintf(level == NCCL_LOG_WARN ? logged.warning : logged.info, sizeof logged.info, fmt, args);
  va_end(args);
}

static inline void forget_log(void) { memset(&logged, 0, sizeof logged); }

static inline void write_file(const char *path, const char *text, size_t length) {
  FILE *file = fopen(path, "w");
  if (file == NULL || fwrite(text, 1, length, file) != length || fclose(file) != 0) {
    perror(path);
    exit(1);
  }
}

#endif
