/* Where rules come from, and files that are no files. */
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "config.h"

static char directory[200];

static const char *path_of(const char *name) {
  static char path[256];
  (void)snprintf(path, sizeof path, "%s/%s", directory, name);
  return path;
}

static void set_limits(const char *ll4, const char *ll8, const char *ll128) {
  const char *const values[] = {ll4, ll8, ll128};
  static const char *const NAMES[] = {"NCCL_TUNER_LL_MAX_4GPU", "NCCL_TUNER_LL_MAX_8GPU",
                                      "NCCL_TUNER_LL128_MAX_8GPU"};
  for (int i = 0; i < 3; i++) {
    if (values[i] == NULL)
      (void)unsetenv(NAMES[i]);
    else
      (void)setenv(NAMES[i], values[i], 1);
  }
}

static void load(struct ringside_config *config, const char *file) {
  if (file == NULL)
    (void)unsetenv("NCCL_TUNER_CONFIG_FILE");
  else
    (void)setenv("NCCL_TUNER_CONFIG_FILE", file, 1);
  ringside_load_config(config);
}

static void check_warning(const char *file, const char *wanted) {
  struct ringside_config config;
  load(&config, file);
  CHECK_TEXT(config.warning, wanted);
  CHECK(config.rules.count == 0);
  ringside_free_rules(&config.rules);
}

/* The zones of one rank count as text: "ll 0-589824 simple 589825-9223372036854775807". */
static void check_zones(int nRanks, const char *wanted) {
  static const char *const PROTOCOLS[] = {"ll", "ll128", "simple"};
  struct ringside_config config;
  char text[256] = "";
  ringside_load_config(&config);
  CHECK_TEXT(config.warning, "");
  for (size_t i = 0; i < config.rules.count; i++) {
    const struct ringside_rule *r = &config.rules.rule[i];
    CHECK(r->nNodes == 1 && r->collType == ncclFuncAllReduce && r->algorithm == NCCL_ALGO_RING &&
          r->nChannels == 0);
    if (r->nRanks == nRanks)
      (void)snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s %lld-%lld", text[0] ? " " : "",
                     PROTOCOLS[r->protocol], (long long)r->minBytes, (long long)r->maxBytes);
  }
  CHECK_TEXT(text, wanted);
  ringside_free_rules(&config.rules);
}

static void check_builtin(void) {
  struct ringside_config config;
  load(&config, "builtin:epyc-turin");
  CHECK_TEXT(config.source, "builtin:epyc-turin");
  CHECK(config.rules.count == 18);
  ringside_free_rules(&config.rules);
  for (int n = 2; n <= 4; n++) check_zones(n, "ll 0-589824 simple 589825-9223372036854775807");
  for (int n = 5; n <= 8; n++)
    check_zones(n, "ll 0-458752 ll128 458753-3145728 simple 3145729-9223372036854775807");
  check_zones(9, "");
  check_warning("builtin:x", "no builtin zones \"builtin:x\" (builtin:epyc-turin)");
}

static void check_variables(void) {
  struct ringside_config config;
  for (int named = 0; named < 2; named++) {
    load(&config, named ? "builtin:epyc-turin" : NULL);
    CHECK(config.rules.count == (named ? 18u : 0u));
    ringside_free_rules(&config.rules);
    set_limits("1K", NULL, NULL);
    ringside_load_config(&config);
    CHECK_TEXT(config.source, "builtin:epyc-turin with NCCL_TUNER_*_GPU limits");
    ringside_free_rules(&config.rules);
    check_zones(4, "ll 0-1024 simple 1025-9223372036854775807");
    check_zones(5, "ll 0-458752 ll128 458753-3145728 simple 3145729-9223372036854775807");
    set_limits(NULL, "2m", NULL);
    check_zones(2, "ll 0-589824 simple 589825-9223372036854775807");
    check_zones(8, "ll 0-2097152 ll128 2097153-3145728 simple 3145729-9223372036854775807");
    set_limits(NULL, NULL, "1G");
    check_zones(8, "ll 0-458752 ll128 458753-1073741824 simple 1073741825-9223372036854775807");
    set_limits("0", "4M", "3M");
    check_zones(3, "ll 0-0 simple 1-9223372036854775807");
    check_zones(6, "ll 0-4194304 simple 4194305-9223372036854775807");
    set_limits("9223372036854775807", "0", "0");
    check_zones(3, "ll 0-9223372036854775807");
    check_zones(6, "ll 0-0 simple 1-9223372036854775807");
    set_limits(NULL, NULL, NULL);
  }
}

static void check_bad_variables(void) {
  static const char *const BAD[] = {
      "K", "-1", "1.5M", "1T", " 1", "1 ", "1KB", "9223372036854775808", "9007199254740992K", "0x10", "\x01"};
  for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
    char wanted[256];
    set_limits(NULL, NULL, BAD[i]);
    (void)snprintf(
        wanted, sizeof wanted,
        "NCCL_TUNER_LL128_MAX_8GPU=\"%s\" is not a number of bytes (digits, then K, M, G or nothing)",
        BAD[i][0] == '\x01' ? "?" : BAD[i]);
    check_warning(NULL, wanted);
    check_warning("builtin:epyc-turin", wanted);
  }
  set_limits("", "", "");
  check_warning("", ""); /* empty is unset */
  set_limits(NULL, NULL, NULL);
}

static void check_precedence(void) {
  struct ringside_config config;
  write_file(path_of("one.csv"), "allreduce,0,9,tree,simple,-1,-1,-1\n", 35);
  set_limits("nonsense", NULL, NULL);
  load(&config, path_of("one.csv"));
  CHECK_TEXT(config.warning, "");
  CHECK(config.rules.count == 1 && config.hasIgnoredVariables);
  ringside_free_rules(&config.rules);
  set_limits(NULL, NULL, NULL);
}

static void check_odd_files(void) {
  char wanted[RINGSIDE_MESSAGE_SIZE];
  struct ringside_config config;
  const char *path = path_of("fifo");
  (void)unlink(path);
  CHECK(mkfifo(path, 0600) == 0);
  (void)snprintf(wanted, sizeof wanted, "cannot read tuner file %s: it is a pipe, a file is needed", path);
  check_warning(path, wanted); /* and does not wait for a writer */
  int writer = open(path, O_RDWR | O_NONBLOCK);
  CHECK(writer >= 0 && write(writer, "allreduce", 9) == 9);
  check_warning(path, wanted);
  (void)close(writer), (void)unlink(path);

  (void)snprintf(wanted, sizeof wanted, "cannot read tuner file %s: Is a directory", directory);
  check_warning(directory, wanted);
  path = path_of("vanished");
  (void)snprintf(wanted, sizeof wanted, "cannot read tuner file %s: No such file or directory", path);
  check_warning(path, wanted);
  check_warning("a\nb", "cannot read tuner file a?b: No such file or directory");

  path = path_of("read-only");
  (void)unlink(path);
  write_file(path, "allreduce,0,9,tree,simple,-1,-1,-1\n", 35);
  CHECK(chmod(path, 0400) == 0);
  load(&config, path);
  CHECK(config.rules.count == 1 && config.warning[0] == '\0');
  ringside_free_rules(&config.rules);
  load(&config, "/dev/null");
  CHECK(config.rules.count == 0 && config.warning[0] == '\0');
  load(&config, "/dev/zero");
  CHECK_TEXT(config.warning, "/dev/zero: larger than 1048576 bytes");
}

static void check_file_limit(void) {
  char *text = malloc(RINGSIDE_MAX_FILE_BYTES + 1), wanted[RINGSIDE_MESSAGE_SIZE];
  const char *path = path_of("large.csv");
  if (text == NULL) exit(1);
  for (size_t i = 0; i <= RINGSIDE_MAX_FILE_BYTES; i++) text[i] = i % 64 == 63 ? '\n' : '#';
  write_file(path, text, RINGSIDE_MAX_FILE_BYTES);
  check_warning(path, "");
  write_file(path, text, RINGSIDE_MAX_FILE_BYTES + 1);
  (void)snprintf(wanted, sizeof wanted, "%s: larger than 1048576 bytes", path);
  check_warning(path, wanted);
  (void)unlink(path);
  free(text);
}

/* A file that another process appends to, truncates and removes while it is read: rules or a warning, never
 * both. */
static atomic_bool isDone;

static void *rewrite_file(void *argument) {
  const char *path = argument;
  for (int i = 0; !atomic_load(&isDone); i++) {
    FILE *file = fopen(path, i % 7 == 0 ? "w" : "a");
    if (file == NULL) continue;
    for (int k = 0; k < 50; k++) fputs("allreduce,0,9,tree,simple,-1,-1,-1\n", file);
    (void)fclose(file);
    if (i % 11 == 0) (void)unlink(path);
  }
  return NULL;
}

static void check_growing_file(void) {
  char path[256];
  pthread_t writer;
  (void)snprintf(path, sizeof path, "%s", path_of("growing.csv"));
  write_file(path, "", 0);
  CHECK(pthread_create(&writer, NULL, rewrite_file, path) == 0);
  (void)setenv("NCCL_TUNER_CONFIG_FILE", path, 1);
  for (int i = 0; i < 2000; i++) {
    struct ringside_config config;
    ringside_load_config(&config);
    CHECK(config.rules.count == 0 || config.warning[0] == '\0');
    ringside_free_rules(&config.rules);
  }
  atomic_store(&isDone, true);
  (void)pthread_join(writer, NULL);
  (void)unlink(path);
}

static void check_long_path(void) {
  char path[5000], wanted[RINGSIDE_MESSAGE_SIZE];
  struct ringside_config config;
  memset(path, 'x', sizeof path - 1);
  path[sizeof path - 1] = '\0';
  load(&config, path);
  CHECK(strlen(config.source) < RINGSIDE_SOURCE_SIZE - 30);
  (void)snprintf(wanted, sizeof wanted, "cannot read tuner file %s: File name too long", config.source);
  CHECK_TEXT(config.warning, wanted);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2; /* a directory to write to */
  (void)snprintf(directory, sizeof directory, "%s", argv[1]);
  (void)unsetenv("NCCL_TUNER_CONFIG_FILE");
  set_limits(NULL, NULL, NULL);
  check_warning(NULL, "");
  check_builtin();
  check_variables();
  check_bad_variables();
  check_precedence();
  check_odd_files();
  check_file_limit();
  check_growing_file();
  check_long_path();
  return finish_checks("config");
}
