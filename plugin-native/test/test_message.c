/* What the plugin says: the one line of an init, the one line of a ban, and nothing else. */
#include "api.h"
#include "check.h"

static char rulesPath[256];

static void use_rules(const char *text) {
  write_file(rulesPath, text, strlen(text));
  (void)setenv("NCCL_TUNER_CONFIG_FILE", rulesPath, 1);
}

/* Opens a communicator and checks its one line; %s in wanted is the path of the rules. */
static void *open_and_check(int api, size_t nRanks, size_t nNodes, bool isWarning, const char *wanted) {
  char text[1200];
  const char *path = strstr(wanted, "%s");
  void *context = NULL;
  forget_log();
  CHECK(api_init(api, nRanks, nNodes, log_for_test, &context) == ncclSuccess && context != NULL);
  (void)snprintf(text, sizeof text, "%.*s%s%s", path != NULL ? (int)(path - wanted) : (int)strlen(wanted),
                 wanted, path != NULL ? rulesPath : "", path != NULL ? path + 2 : "");
  CHECK_TEXT(isWarning ? logged.warning : logged.info, text);
  CHECK(logged.infos + logged.warnings == 1 && logged.others == 0);
  CHECK((logged.flags & NCCL_TUNING) != 0 && (logged.flags & ~0x41ul) == 0);
  return context;
}

static void check_init(size_t nRanks, size_t nNodes, bool isWarning, const char *wanted) {
  for (int api = 2; api <= 6; api++)
    CHECK(api_close(api, open_and_check(api, nRanks, nNodes, isWarning, wanted)) == ncclSuccess);
}

static void check_init_lines(void) {
  (void)unsetenv("NCCL_TUNER_CONFIG_FILE");
  check_init(2, 1, false, "ringside: no tuner file (NCCL_TUNER_CONFIG_FILE): NCCL's own choice stays");
  (void)setenv("NCCL_TUNER_CONFIG_FILE", "builtin:epyc-turin", 1);
  check_init(
      8, 1, false,
      "ringside: builtin:epyc-turin, rules f2790ff9c01f7540: 3 of 18 kept for 8 ranks on 1 node; 15 never: "
      "other nNodes or nRanks (lines 12-26)");
  (void)setenv("NCCL_TUNER_CONFIG_FILE", "builtin:nothing", 1);
  check_init(2, 1, true,
             "ringside: no builtin zones \"builtin:nothing\" (builtin:epyc-turin); no rule is used, NCCL's "
             "own choice "
             "stays");
  use_rules("# nothing\n");
  check_init(2, 1, false, "ringside: %s, rules cbf29ce484222325: 0 of 0 kept for 2 ranks on 1 node");
  use_rules("allreduce,0,1,ring,ll,-1,1,2\nallreduce,0,1,ring,ll12,-1,1,2\nnonsense\n");
  check_init(2, 1, true,
             "ringside: %s:2: unknown protocol \"ll12\" (ll, ll128, simple); no rule is used, NCCL's own "
             "choice stays");
  use_rules("allreduce,0,99,ring,ll,-1,1,2\n"
            "allreduce,5,6,ring,ll,-1,1,2\n"
            "allreduce,5,6,ring,simple,-1,1,2\n"
            "allreduce,0,9,ring,ll,-1,2,1\n"
            "\n"
            "allreduce,0,9,ring,ll,-1,1,3\n"
            "allreduce,0,9,ring,ll,-1,1,4\n"
            "allreduce,100,200,ring,ll,-1,1,2\n"
            "allreduce,0,9,ring,ll,-1,2,4\n");
  (void)setenv("NCCL_TUNER_LL_MAX_4GPU", "1K", 1);
  check_init(
      2, 1, false,
      "ringside: %s, rules ef76164970f1333a: 3 of 8 kept for 2 ranks on 1 node; the file wins over "
      "NCCL_TUNER_*_GPU, which are set too; 1 never: nNodes and nRanks exchanged? (line 4); 3 never: other "
      "nNodes or nRanks (lines 6-7,9); 1 never: sizes shadowed by earlier rules (line 2); 1 only where an "
      "earlier rule is forbidden (line 3)");
  (void)unsetenv("NCCL_TUNER_LL_MAX_4GPU");
}

static void check_long_lists(void) {
  char text[4096] = "";
  for (int i = 0; i < 60; i++)
    (void)snprintf(text + strlen(text), sizeof text - strlen(text), "allreduce,0,9,ring,ll,-1,1,%d\n",
                   i % 2 == 0 ? 2 : 3);
  use_rules(text);
  void *context = NULL;
  forget_log();
  CHECK(api_init(6, 4, 1, log_for_test, &context) == ncclSuccess);
  CHECK(strstr(logged.info, "60 never: other nNodes or nRanks (lines 1-60)") != NULL);
  CHECK(api_close(6, context) == ncclSuccess);
  CHECK(api_init(6, 2, 1, log_for_test, &context) == ncclSuccess);
  CHECK(strstr(logged.info, "30 never: other nNodes or nRanks (lines 2,4,6,8,10,12,14,16,...)") != NULL);
  CHECK(api_close(6, context) == ncclSuccess);
}

static void check_too_many(void) {
  char text[4096] = "",
       wanted[] = "ringside: %s: more than 64 rules for one size; no rule is used, NCCL's own choice "
                  "stays";
  for (int i = 1; i <= 65; i++)
    (void)snprintf(text + strlen(text), sizeof text - strlen(text), "allreduce,0,9,ring,ll,-1,1,2,%d\n", i);
  use_rules(text);
  check_init(2, 1, true, wanted);
}

/* Two calls that meet the ban and one that does not: one line. */
static void check_ban(int api, const char *rule, const float *table, const char *wanted) {
  char text[1200];
  void *context = NULL;
  use_rules(rule);
  CHECK(api_init(api, 2, 1, log_for_test, &context) == ncclSuccess);
  forget_log();
  for (int i = 0; i < 3; i++) {
    float copy[21];
    int algo = -1, proto = -1, nChannels = 0;
    memcpy(copy, table, sizeof copy);
    if (api == 2)
      CHECK(ncclTunerPlugin_v2.getCollInfo(context, 4, 15, 0, 0, 1, &algo, &proto, &nChannels) ==
            ncclSuccess);
    else
      CHECK(api_choose(api, context, 4, 15, 1, 0, copy, 7, 3, &nChannels) == ncclSuccess);
  }
  const char *path = strstr(wanted, "%s");
  (void)snprintf(text, sizeof text, "%.*s%s%s", (int)(path - wanted), wanted, rulesPath, path + 2);
  CHECK_TEXT(logged.info, text);
  CHECK(logged.infos == 1 && logged.warnings == 0 && logged.others == 0);
  CHECK(api_close(api, context) == ncclSuccess);
  CHECK(api_init(api, 2, 1, NULL, &context) == ncclSuccess); /* without a logger it just works */
  float copy[21];
  memcpy(copy, table, sizeof copy);
  if (api > 2) CHECK(api_choose(api, context, 4, 15, 1, 0, copy, 7, 3, NULL) == ncclSuccess);
  CHECK(api_close(api, context) == ncclSuccess);
}

static void check_ban_lines(void) {
  static const char LL128[] = "allreduce,10,20,ring,ll128,-1,1,2\nallreduce,0,20,ring,ll,-1,1,2\n";
  static const char FORBIDDEN[] = "ringside: forbidden for AllReduce here, so rules for it are passed over: ";
  static const char NEW[] =
      ". NCCL_PROTO=\"LL,Simple;allreduce:LL,LL128,Simple\" would allow LL128 for AllReduce alone";
  static const char OLD[] =
      ". NCCL_PROTO=LL,LL128,Simple would allow LL128, for every collective (for one alone it "
      "takes NCCL 2.24)";
  static const char SAFE[] =
      "; only where LL128 was validated on this host: elsewhere it may corrupt data silently";
  float table[21];
  char wanted[1200];
  for (int i = 0; i < 21; i++) table[i] = i % 3 == 1 || i / 3 > 1 ? -1.0f : 5.0f;
  for (int api = 2; api <= 6; api++) {
    (void)snprintf(
        wanted, sizeof wanted, "%sRing/LL128 (first met at 15 bytes, %%s:1)%s%s%s", FORBIDDEN,
        api == 2 ? ". NCCL 2.21 shows a tuner no cost table: what may be forbidden counts as forbidden" : "",
        api >= 4 ? NEW : OLD, SAFE);
    check_ban(api, LL128, table, wanted);
  }
  (void)snprintf(
      wanted, sizeof wanted,
      "%sNVLS/Simple (first met at 15 bytes, %%s:1). Left out by NCCL_ALGO, NCCL_PROTO or what the hardware "
      "can do",
      FORBIDDEN);
  check_ban(5, "allreduce,10,20,nvls,simple,-1,1,2\n", table, wanted);
  (void)snprintf(
      wanted, sizeof wanted,
      "%sTree/LL128, Ring/LL128, NVLS/Simple (first met at 15 bytes, %%s:2)%s%s. The others are left out by "
      "NCCL_ALGO, NCCL_PROTO or what the hardware can do",
      FORBIDDEN, NEW, SAFE);
  check_ban(6,
            "allreduce,0,9,ring,ll128,-1,1,2\nallreduce,10,20,nvls,simple,-1,1,2\n"
            "allreduce,30,40,tree,ll128,-1,1,2\n",
            table, wanted);
  table[3] = -1.0f;
  table[5] = -1.0f; /* now Ring as a whole */
  (void)snprintf(
      wanted, sizeof wanted,
      "%sRing/LL, Ring/LL128 (first met at 15 bytes, %%s:1). Left out by NCCL_ALGO, NCCL_PROTO or what the "
      "hardware can do",
      FORBIDDEN);
  check_ban(6, LL128, table, wanted);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  (void)snprintf(rulesPath, sizeof rulesPath, "%s/test_message.csv", argv[1]);
  check_init_lines();
  check_long_lists();
  check_too_many();
  check_ban_lines();
  return finish_checks("message");
}
