/* tuner-probe as a program: what it prints, and what it survives. */
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static char directory[200], build[200];

/* Runs the probe; output holds its standard output. */
static int run_probe(const char *input, char *output, size_t size, const char *fmt, ...) {
  char arguments[1024], command[2048];
  va_list args;
  va_start(args, fmt);
  (void)vsnprintf(arguments, sizeof arguments, fmt, args);
  va_end(args);
  (void)snprintf(command, sizeof command, "%s/tuner-probe %s < %s 2> %s/stderr", build, arguments, input,
                 directory);
  FILE *pipe = popen(command, "r");
  if (pipe == NULL) exit(1);
  size_t used = fread(output, 1, size - 1, pipe);
  output[used] = '\0';
  int status = pclose(pipe);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static const char *fake(const char *name) {
  static char path[256];
  (void)snprintf(path, sizeof path, "--plugin %s/test/fake-%s.so", build, name);
  return path;
}

#define POINT(bytes, allowed)                                                                                \
  "{\"coll\":\"AllReduce\",\"bytes\":" bytes                                                                 \
  ",\"nranks\":2,\"nnodes\":1,\"pipeops\":1,\"regbuff\":0,\"allowed\":\"" allowed "\",\"api\":5"
#define NO_CHOICE ",\"algo\":null,\"proto\":null,\"channels\":0"

/* Appends the line of one point of an AllReduce grid over nodes of 2 and 8 ranks. */
static void add_line(char *to, size_t size, int bytes, int nranks, const char *allowed, const char *choice) {
  size_t used = strlen(to);
  (void)snprintf(to + used, size - used,
                 "{\"coll\":\"AllReduce\",\"bytes\":%d,\"nranks\":%d,\"nnodes\":1,\"pipeops\":1,"
                 "\"regbuff\":0,\"allowed\":\"%s\",\"api\":5,%s,\"channels\":0}\n",
                 bytes, nranks, allowed, choice);
}

#define RING(proto) "\"algo\":\"Ring\",\"proto\":\"" proto "\""
#define NONE        "\"algo\":null,\"proto\":null"

static void check_grid(void) {
  static char output[1 << 16], wanted[1 << 14];
  static const struct {
    int nranks;
    const char *allowed, *small, *large;
  } GRID[] = {{2, "1fffff", RING("LL"), RING("Simple")},
              {2, "16db6d", RING("LL"), RING("Simple")},
              {8, "1fffff", RING("LL128"), RING("Simple")},
              {8, "16db6d", NONE, RING("Simple")}};
  char so[256];
  (void)snprintf(so, sizeof so, "--plugin %s/libnccl-tuner-ringside.so", build);
  (void)setenv("NCCL_TUNER_CONFIG_FILE", "builtin:epyc-turin", 1);
  for (size_t i = 0; i < sizeof GRID / sizeof *GRID; i++) {
    add_line(wanted, sizeof wanted, 512 << 10, GRID[i].nranks, GRID[i].allowed, GRID[i].small);
    add_line(wanted, sizeof wanted, 4 << 20, GRID[i].nranks, GRID[i].allowed, GRID[i].large);
  }
  CHECK(run_probe("/dev/null", output, sizeof output,
                  "%s --api 5 --ranks 2,8 --sizes 512K,4M --allowed all --allowed no-ll128 --regbuff 0",
                  so) == 0);
  CHECK_TEXT(output, wanted);
  for (int api = 2; api <= 6; api++)
    CHECK(run_probe("/dev/null", output, sizeof output, "%s --api %d --size-range 0:1M:+1", so, api) == 2);
  CHECK(run_probe("/dev/null", output, sizeof output,
                  "%s --size-range 4K:16K:x2 --size-range 1:5:2 --allowed Ring/LL", so) == 0);
  CHECK(strstr(output, "\"bytes\":16384,") != NULL && strstr(output, "\"bytes\":5,") != NULL);
  for (int api = 2; api <= 6; api++) {
    char name[16];
    CHECK(run_probe("/dev/null", output, sizeof output, "%s --api %d --sizes 1K", so, api) == 0);
    (void)snprintf(name, sizeof name, "\"api\":%d,", api);
    CHECK(strstr(output, name) != NULL && strstr(output, "\"proto\":\"LL\"") != NULL);
  }
}

static void check_points(void) {
  static char output[1 << 16];
  char input[256], costs[256];
  static const char POINTS[] = "# comment\n\nallreduce 100 2 1 1 0 1fffff\nAllReduce 100 2 1 3 1 0x8\n"
                               "ReduceScatter 18446744073709551615 2147483647 1 1 0 0\n";
  static const char COSTS[] =
      "AllReduce Ring LL 2.0 1.0\nallreduce NVLS_TREE simple 1.5 0.0\nallreduce tree ll 9 1\n";
  (void)snprintf(input, sizeof input, "%s/points", directory);
  (void)snprintf(costs, sizeof costs, "%s/costs", directory);
  write_file(input, POINTS, sizeof POINTS - 1);
  write_file(costs, COSTS, sizeof COSTS - 1);
  CHECK(run_probe(input, output, sizeof output, "%s --points - --costs %s", fake("chatty"), costs) == 0);
  CHECK_TEXT(output,
             POINT("100", "1fffff") ",\"algo\":\"Ring\",\"proto\":\"LL\",\"channels\":7}\n"
                                    "{\"coll\":\"AllReduce\",\"bytes\":100,\"nranks\":2,\"nnodes\":1,"
                                    "\"pipeops\":3,\"regbuff\":1,\"allowed\":"
                                    "\"8\",\"api\":5,\"algo\":\"Ring\",\"proto\":\"LL\",\"channels\":7}\n"
                                    "{\"coll\":\"ReduceScatter\",\"bytes\":18446744073709551615,\"nranks\":"
                                    "2147483647,\"nnodes\":1,"
                                    "\"pipeops\":1,\"regbuff\":0,\"allowed\":\"0\",\"api\":5,\"algo\":null,"
                                    "\"proto\":null,\"channels\":7}\n");
  static const char *const BAD[] = {
      "allreduce 1 2 1 1 0",    "allreduce 1 2 1 1 0 1 1", "x 1 2 1 1 0 1",
      "allreduce -1 2 1 1 0 1", "allreduce 1 0 1 1 0 1",   "allreduce 1 2 0 1 0 1",
      "allreduce 1 2 1 x 0 1",  "allreduce 1 2 1 1 y 1",   "allreduce 1 2 1 1 0 200000",
      "allreduce 1 2 1 1 0 -1"};
  for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
    write_file(input, BAD[i], strlen(BAD[i]));
    CHECK(run_probe(input, output, sizeof output, "%s --points -", fake("nothing")) == 2);
    CHECK_TEXT(output, "");
  }
}

static void check_plugins(void) {
  static char output[1 << 16];
  static const struct {
    const char *name, *options;
    int status;
    const char *output;
  } CASES[] = {
    {"nothing", "--sizes 1", 0, POINT("1", "1fffff") NO_CHOICE "}\n"},
    {"v2", "--sizes 1 --allowed Tree/Simple", 0,
     "{\"coll\":\"AllReduce\",\"bytes\":1,\"nranks\":2,\"nnodes\":1,\"pipeops\":1,\"regbuff\":0,\"allowed\":"
     "\"4\","
     "\"api\":2,\"algo\":\"Tree\",\"proto\":\"Simple\",\"channels\":3}\n"},
    {"v2", "--sizes 1 --allowed NVLSTree/Simple", 0,
     "{\"coll\":\"AllReduce\",\"bytes\":1,\"nranks\":2,\"nnodes\":1,\"pipeops\":1,\"regbuff\":0,\"allowed\":"
     "\"20000\",\"api\":2,\"algo\":\"NVLS\",\"proto\":\"Simple\",\"channels\":3}\n"},
    {"lift", "--sizes 1 --allowed Ring/LL", 1,
     POINT("1", "8") ",\"algo\":\"Ring\",\"proto\":\"LL128\",\"channels\":0,\"lifted\":[\"Ring/LL128\"]}\n"},
    {"lift", "--sizes 1", 0, POINT("1", "1fffff") ",\"algo\":\"Ring\",\"proto\":\"LL128\",\"channels\":0}\n"},
    {"overrun", "--sizes 1", 1, POINT("1", "1fffff") NO_CHOICE ",\"overrun\":true}\n"},
    {"error", "--sizes 1", 1, POINT("1", "1fffff") NO_CHOICE ",\"error\":\"getCollInfo returned 5\"}\n"},
    {"init", "--sizes 1", 1, POINT("1", "1fffff") NO_CHOICE ",\"error\":\"init returned 3\"}\n"},
    {"exit", "--sizes 1", 1,
     POINT("1", "1fffff") NO_CHOICE ",\"error\":\"getCollInfo: exit with status 0\"}\n"},
    {"hang", "--sizes 1,2K,2 --timeout 0.3", 1,
     POINT("1", "1fffff") NO_CHOICE "}\n" POINT("2048", "1fffff") NO_CHOICE
     ",\"error\":\"getCollInfo: no answer in 0.3 s\"}\n" POINT("2", "1fffff") NO_CHOICE "}\n"},
#if !defined(RINGSIDE_SANITIZED) /* which answers a signal in its own way */
    {"crash", "--sizes 1,2K,2", 1,
     POINT("1", "1fffff") NO_CHOICE "}\n" POINT("2048", "1fffff") NO_CHOICE
     ",\"error\":\"getCollInfo: signal 11 (Segmentation fault)\"}\n" POINT("2", "1fffff") NO_CHOICE "}\n"},
    {"pointers", "--sizes 1", 1,
     POINT("1", "1fffff") NO_CHOICE ",\"error\":\"getCollInfo: signal 11 (Segmentation fault)\"}\n"},
    {"finalize", "--sizes 1", 1,
     POINT("1", "1fffff") NO_CHOICE "}\n{\"api\":5,\"error\":\"finalize: signal 6 (Aborted)\"}\n"},
#endif
    {"empty", "--sizes 1", 3, ""},
    {"nothing", "--api 4", 3, ""},
    {"not-there", "", 3, ""},
    {"nothing", "--api 7", 2, ""},
    {"nothing", "--sizes 1T", 2, ""},
    {"nothing", "--allowed Ring", 2, ""},
    {"nothing", "--nonsense", 2, ""},
    {"nothing", "surplus", 2, ""},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    int status =
        run_probe("/dev/null", output, sizeof output, "%s %s", fake(CASES[i].name), CASES[i].options);
    if (status != CASES[i].status)
      fprintf(stderr, "%s %s: status %d\n", CASES[i].name, CASES[i].options, status);
    CHECK(status == CASES[i].status);
    CHECK_TEXT(output, CASES[i].output);
  }
  CHECK(run_probe("/dev/null", output, sizeof output, "--sizes 1") == 2);
  CHECK(run_probe("/dev/null", output, sizeof output, "--help") == 0 && strncmp(output, "usage:", 6) == 0);
}

/* Whatever a crash looks like under a sanitizer, it is answered, and the points around it are. */
static void check_giving_up(void) {
  static char output[1 << 16];
  int errors = 0;
  CHECK(run_probe("/dev/null", output, sizeof output, "%s --sizes 1,1K,1K,2,1K,3 --max-failures 3",
                  fake("crash")) == 1);
  for (const char *at = output; (at = strstr(at, "\"error\":\"getCollInfo: ")) != NULL; at++) errors++;
  CHECK(errors == 3 && strstr(output, "\"bytes\":2,") != NULL && strstr(output, "\"bytes\":3,") == NULL);
}

static void check_many_communicators(void) {
  static char output[1 << 20];
  char input[256];
  (void)snprintf(input, sizeof input, "%s/points", directory);
  FILE *file = fopen(input, "w");
  if (file == NULL) exit(1);
  for (int i = 0; i < 3000; i++) fprintf(file, "allreduce %d %d %d 1 0 1fffff\n", i, 1 + i % 150, 1 + i % 2);
  (void)fclose(file);
  CHECK(run_probe(input, output, sizeof output, "%s --points %s", fake("nothing"), input) == 0);
  int lines = 0;
  for (const char *at = output; (at = strchr(at, '\n')) != NULL; at++) lines++;
  CHECK(lines == 3000);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  (void)snprintf(directory, sizeof directory, "%s", argv[1]);
  (void)snprintf(build, sizeof build, "%s/..", argv[1]);
  check_grid();
  check_points();
  check_plugins();
  check_giving_up();
  check_many_communicators();
  return finish_checks("probe");
}
