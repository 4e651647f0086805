package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ringside.Checkout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportCommandTest {
  private static final Path SAMPLES = Checkout.root().resolve("samples");
  private static final String H200 = SAMPLES.resolve("h200-tp2-shm/log").toString();
  private static final String STEPS = SAMPLES.resolve("h200-tp2-shm/step").toString();
  private static final String SWEEPS = SAMPLES.resolve("h200-tp2-shm/sweep").toString();
  private static final String QWEN = SAMPLES.resolve("qwen3.5-397b-tp4/log").toString();

  @TempDir private Path dir;

  private static JsonNode json(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--format", "json"));
    CommandRun run = CommandRun.of(all.toArray(String[]::new));
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    return new JsonMapper().readTree(run.out());
  }

  private String zones(String text) throws IOException {
    return Files.writeString(dir.resolve("zones.csv"), text).toString();
  }

  @Test
  void aLogOfTwoRanksShowsTwelveDecodeSizesOfThreePasses() {
    JsonNode report = json("report", H200);

    assertThat(report.at("/schema").asString()).isEqualTo("ringside.report/1");
    assertThat(report.at("/nccl/version").asString()).isEqualTo("2.28.9");
    assertThat(report.at("/communicators")).hasSize(1);
    assertThat(report.at("/communicators/0/nranks").asInt()).isEqualTo(2);
    List<JsonNode> decode = sizes(report, "decode");
    assertThat(decode).hasSize(12);
    assertThat(decode.get(0).at("/bytes").asLong()).isEqualTo(8192);
    assertThat(decode.get(11).at("/bytes").asLong()).isEqualTo(524_288);
    assertThat(decode)
        .allSatisfy(
            s -> {
              assertThat(s.at("/calls_per_pass").asInt()).isEqualTo(32);
              assertThat(s.at("/logged_passes").asInt()).isEqualTo(3);
              assertThat(s.at("/phase_basis").asString()).isEqualTo("stream");
            });
    Map<Long, Integer> eager = new TreeMap<>();
    sizes(report, "eager")
        .forEach(s -> eager.put(s.at("/bytes").asLong(), s.at("/logged_calls").asInt()));
    assertThat(eager)
        .containsOnly(Map.entry(2L << 20, 32), Map.entry(4L << 20, 416), Map.entry(16L << 20, 416));
    assertThat(report.at("/by_size")).as("no barrier").hasSize(15);
    assertThat(report.toString()).doesNotContain("2304", "2,304");
  }

  @Test
  void publishedZonesHurtWhereWholeStepsWereMeasured() {
    JsonNode report = json("report", H200, "--calibration", STEPS, "--tuner", "builtin:epyc-turin");

    assertThat(report.at("/verdict").asString()).isEqualTo("hurts");
    assertThat(report.at("/basis").asString()).isEqualTo("step");
    Map<Long, Double> saved = saved(report, "as_allowed");
    assertThat(saved.get(56L)).isCloseTo(-6.6, within(0.3));
    assertThat(saved.get(64L)).isCloseTo(-11.2, within(0.3));
    assertThat(saved.keySet()).as("nothing below").containsExactly(56L, 64L);
    assertThat(sizes(report, "decode"))
        .allSatisfy(s -> assertThat(s.at("/default/us").isNull()).isTrue());
  }

  @Test
  void calibratedZonesGainALittleAsAllowedAndMoreWithLl128() throws IOException {
    String zones =
        zones(
            """
            allreduce,229376,524288,ring,ll128,-1,1,2
            allreduce,0,360448,ring,ll,-1,1,2
            allreduce,360449,9223372036854775807,ring,simple,-1,1,2
            """);
    JsonNode report = json("report", H200, "--calibration", STEPS, "--tuner", zones);

    Map<Long, Double> asAllowed = saved(report, "as_allowed");
    assertThat(asAllowed).containsOnlyKeys(48L);
    assertThat(asAllowed.get(48L)).isCloseTo(1, within(0.4));
    Map<Long, Double> ll128 = saved(report, "ll128_allowed");
    assertThat(ll128).containsOnlyKeys(32L, 40L, 48L, 56L, 64L);
    assertThat(List.copyOf(ll128.values()))
        .usingComparatorForType((a, b) -> Math.abs(a - b) < 0.5 ? 0 : 1, Double.class)
        .containsExactly(2.0, 3.5, 8.0, 6.0, 4.0);
    assertThat(report.at("/by_size"))
        .allSatisfy(
            s -> {
              assertThat(s.at("/as_allowed/saving_us/high").asDouble(0)).isNotNegative();
              assertThat(s.at("/ll128_allowed/saving_us/high").asDouble(0)).isNotNegative();
            });
    assertThat(medianHalfWidth(report)).isLessThanOrEqualTo(2.5);
    assertThat(report.at("/scenarios/1/safe_share_pct").isNumber()).isTrue();
  }

  @Test
  void isolatedSweepsDoNotSayHelpsWhereAStepLoses() throws IOException {
    String zones =
        zones(
            """
            allreduce,163840,1048576,ring,ll128,-1,1,2
            allreduce,0,294912,ring,ll,-1,1,2
            allreduce,294913,9223372036854775807,ring,simple,-1,1,2
            """);
    JsonNode report = json("report", H200, "--calibration", SWEEPS, "--tuner", zones);

    assertThat(report.at("/verdict").asString()).isEqualTo("cannot-tell");
    assertThat(report.at("/settle").asString()).contains("step sweep");
    assertThat(
            json("report", H200, "--calibration", SWEEPS, "--tuner", "builtin:epyc-turin")
                .at("/verdict")
                .asString())
        .isEqualTo("hurts");
  }

  @Test
  void thePublishedTraceIsUntouchedByThePublishedZones() {
    JsonNode report =
        json(
            "report",
            QWEN,
            "--tuner",
            "builtin:epyc-turin",
            "--calibration",
            "published:epyc-turin");

    assertThat(report.at("/verdict").asString()).isEqualTo("no-effect");
    assertThat(report.at("/basis").asString()).isEqualTo("published");
    assertThat(sizes(report, "decode"))
        .hasSize(12)
        .allSatisfy(
            s -> {
              assertThat(s.at("/calls_per_pass").asInt()).isEqualTo(121);
              assertThat(s.at("/logged_passes").asInt()).isEqualTo(3);
              assertThat(s.at("/nranks").asInt()).isEqualTo(4);
              assertThat(s.at("/default/proto").asString()).isEqualTo("LL");
              assertThat(s.at("/default/basis").asString()).isEqualTo("published");
              assertThat(s.at("/ll128_allowed/proto").asString()).isEqualTo("LL");
            });
    assertThat(report.toString()).doesNotContain("91.7", "8.3 %", "4356");
  }

  @Test
  void eightRanksGainOnlyWithLl128() {
    Path log = Checkout.root().resolve("analyzer/src/test/resources/reports/eight-ranks");
    JsonNode report =
        json(
            "report",
            log.toString(),
            "--tuner",
            "builtin:epyc-turin",
            "--calibration",
            "published:epyc-turin");

    List<Integer> shares = new ArrayList<>();
    for (JsonNode s : sizes(report, "decode")) {
      assertThat(s.at("/as_allowed/differs").asBoolean()).isFalse();
      double own = s.at("/default/us").asDouble();
      shares.add((int) Math.round(100 * s.at("/ll128_allowed/saving_us/mid").asDouble() / own));
      assertThat(s.at("/ll128_allowed/saving_us/low").asDouble())
          .isLessThan(s.at("/ll128_allowed/saving_us/mid").asDouble());
    }
    assertThat(shares).containsExactly(5, 17, 23, 37, 38);
  }

  @Test
  void aProfileGivesTheShareOfAReplayedStep() {
    Path profile = Checkout.shared("data/h200-tp2/shm/kineto");

    CommandRun text = CommandRun.of("report", profile.toString());
    JsonNode report = json("report", profile.toString());

    assertThat(text.out()).contains("AllReduce   18 to 51 % of a replayed step (profiler, 72");
    assertThat(report.path("graph_steps"))
        .isNotEmpty()
        .allMatch(s -> s.path("allreduces").asInt() == 32)
        .allMatch(s -> s.path("step_us").asDouble() > 1800);
  }

  @Test
  void aTruncatedFileCountsWhatIsWhole() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(packed)) {
      Files.copy(Path.of(H200, "nccl.node01.rank0.log"), gzip);
    }
    Path cut = dir.resolve("cut.log.gz");
    Files.write(cut, Arrays.copyOf(packed.toByteArray(), packed.size() - 9));

    CommandRun run = CommandRun.of("report", cut.toString(), "--format", "json");

    assertThat(run.err()).hasLineCount(1).startsWith("ringside: " + cut + ": ");
    assertThat(run.status()).isZero();
    assertThat(sizes(new JsonMapper().readTree(run.out()), "decode")).hasSize(12);
  }

  @Test
  void aFileThatEndsInsideARecordSaysWhere() throws IOException {
    String whole = Files.readString(Path.of(H200, "nccl.node01.rank0.log"));
    int record = whole.lastIndexOf("AllReduce: opCount");
    Path cut = dir.resolve("cut.log");
    Files.writeString(cut, whole.substring(0, record + 100));

    CommandRun run = CommandRun.of("report", cut.toString(), "--format", "json");

    assertThat(run.err()).hasLineCount(1).startsWith("ringside: " + cut + ": byte ");
    assertThat(run.status()).isZero();
    assertThat(sizes(new JsonMapper().readTree(run.out()), "decode")).hasSize(12);
  }

  @Test
  void oneGoodLogAmongManyEmptyOnesIsReported() throws IOException {
    Path log = dir.resolve("nccl.log");
    Files.copy(Path.of(H200, "nccl.node01.rank0.log"), log);
    for (int i = 0; i < 3; i++) {
      Files.createFile(dir.resolve("empty" + i + ".log"));
    }

    CommandRun run = CommandRun.of("report", dir.toString());

    assertThat(run.status()).isZero();
    assertThat(run.out()).startsWith(CommandRun.of("report", log.toString()).out());
    assertThat(run.err()).hasLineCount(3).contains("empty2.log: the input is empty");
  }

  @Test
  void anEmptyFileIsNothing() throws IOException {
    Path empty = Files.createFile(dir.resolve("empty.log"));

    assertThatNothingIsReadable(CommandRun.of("report", empty.toString()), empty);
  }

  @Test
  void aBinaryFileIsNothing() throws IOException {
    Path binary = dir.resolve("a.out");
    byte[] bytes = new byte[50_000];
    new java.util.Random(7).nextBytes(bytes);
    Files.write(binary, bytes);

    assertThatNothingIsReadable(CommandRun.of("report", binary.toString()), binary);
  }

  @Test
  void aDirectoryWithoutTracesIsNothing() throws IOException {
    Files.createDirectories(dir.resolve("a/b"));

    assertThatNothingIsReadable(CommandRun.of("report", dir.toString()), dir);
  }

  private static void assertThatNothingIsReadable(CommandRun run, Path what) {
    assertThat(run.err()).hasLineCount(1).startsWith("ringside: " + what + ": ");
    assertThat(run.out()).isEmpty();
    assertThat(run.status()).isEqualTo(3);
  }

  @Test
  void aMissingFileBesideAGoodOneIsSaidAndTheGoodOneCounts() {
    CommandRun run =
        CommandRun.of("report", H200, dir.resolve("none.log").toString(), "--format", "json");

    assertThat(run.err())
        .isEqualTo(
            "ringside: "
                + dir.resolve("none.log")
                + ": no such file or directory; check the path\n");
    assertThat(sizes(new JsonMapper().readTree(run.out()), "decode")).hasSize(12);
    assertThat(run.status()).isEqualTo(2);
  }

  @Test
  void wrongUseIsOneLineThatSaysWhatToDo() throws IOException {
    for (String[] wrong :
        new String[][] {
          {"report"},
          {"report", H200, "--tuner", "none.csv"},
          {"report", H200, "--tuner", "builtin:other"},
          {"report", H200, "--tuner", zones("allreduce,0,1,ring,ll12,-1,1,2\n")},
          {"report", H200, "--calibration", "none.csv"},
          {"report", H200, "--calibration", "published:other"},
          {"report", H200, "--calibration", "Rong/LL=" + SWEEPS},
          {"report", H200, "--batch-mix", "1:x"},
          {"report", H200, "--format", "xml"},
          {"report", H200, "--frob"},
          {"frob"},
          {}
        }) {
      CommandRun run = CommandRun.of(wrong);
      assertThat(run.err()).as(String.join(" ", wrong)).hasLineCount(1).startsWith("ringside: ");
      assertThat(run.out()).isEmpty();
      assertThat(run.status()).isEqualTo(2);
    }
  }

  @Test
  void findingsFailTheCommandOnlyWhereAsked() {
    assertThat(CommandRun.of("report", H200).status()).isZero();
    assertThat(CommandRun.of("report", H200, "--fail-on", "warning").status()).isEqualTo(1);
    assertThat(CommandRun.of("report", QWEN, "--fail-on", "error").status()).isZero();
  }

  @Test
  void outWritesThePageTheDataAndTheCharts() throws IOException {
    Path out = dir.resolve("out");
    CommandRun run =
        CommandRun.of(
            "report",
            H200,
            "--tuner",
            "builtin:epyc-turin",
            "--calibration",
            STEPS,
            "--out",
            out.toString());

    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("written: " + out.resolve("report.html"));
    assertThat(Files.readString(out.resolve("report.html"), StandardCharsets.UTF_8))
        .contains("HURTS".toLowerCase(java.util.Locale.ROOT), "what-if-data");
    for (String file :
        List.of(
            "report.json", "sizes.csv", "sizes.png", "sizes.svg", "batch.png", "curves-step.svg")) {
      assertThat(out.resolve(file)).isNotEmptyFile();
    }
  }

  private static List<JsonNode> sizes(JsonNode report, String phase) {
    List<JsonNode> sizes = new ArrayList<>();
    report
        .at("/by_size")
        .forEach(
            s -> {
              if (s.at("/phase").asString("").equals(phase)) sizes.add(s);
            });
    return sizes;
  }

  /** By batch, percent of a step at decode sizes whose choice differs. */
  private static Map<Long, Double> saved(JsonNode report, String scenario) {
    Map<Long, Double> saved = new TreeMap<>();
    for (JsonNode s : sizes(report, "decode")) {
      if (s.at("/" + scenario + "/differs").asBoolean()) {
        saved.put(
            s.at("/batch").asLong(), s.at("/" + scenario + "/step_saving_pct/mid").asDouble());
      }
    }
    return saved;
  }

  private static double medianHalfWidth(JsonNode report) {
    List<Double> halves = new ArrayList<>();
    for (JsonNode s : sizes(report, "decode")) {
      JsonNode us = s.at("/ll128_allowed/saving_us");
      if (s.at("/ll128_allowed/differs").asBoolean()) {
        halves.add((us.at("/high").asDouble() - us.at("/low").asDouble()) / 2);
      }
    }
    halves.sort(null);
    return halves.get(halves.size() / 2);
  }
}
