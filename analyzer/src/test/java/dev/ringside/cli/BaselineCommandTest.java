package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.baseline.NcclTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BaselineCommandTest {
  private static final long MIB = 1L << 20;
  private static final long GIB = 1L << 30;

  @TempDir private Path dir;

  @Test
  void anUpgradeThatTurnsTreeIntoRingIsNamedAsTheCauseOfTheDrop() throws IOException {
    upgrade();

    CommandRun run =
        CommandRun.of(
            "baseline",
            "--label",
            "before=" + dir.resolve("old.txt"),
            "--label",
            "before=" + dir.resolve("old.log"),
            "--label",
            "after=" + dir.resolve("new.txt"),
            "--label",
            "after=" + dir.resolve("new.log"),
            "--format",
            "json",
            "--fail-on",
            "error");

    JsonNode result = JsonMapper.shared().readTree(run.out());
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isEqualTo(1);
    assertThat(codes(result)).contains("bandwidth-drop", "algorithm-changed");
    assertThat(finding(result, "bandwidth-drop").path("severity").asString()).isEqualTo("error");
    assertThat(finding(result, "bandwidth-drop").path("text").asString())
        .contains("256 ranks on 32 nodes", "46.0 to 22.0 GB/s at 1 GiB", "-52 %");
    assertThat(finding(result, "algorithm-changed").path("text").asString())
        .contains("Tree/Simple to Ring/Simple", "NCCL 2.19.3 to 2.21.5");
    assertThat(finding(result, "algorithm-changed").path("remedy").asString())
        .contains("NCCL_ALGO=Tree");
  }

  @Test
  void theSameStateTwiceShowsNoiseOnly() throws IOException {
    upgrade();

    CommandRun run =
        CommandRun.of(
            "baseline", folder("a", "old.txt", "old.log"), folder("b", "old.txt", "old.log"));

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("noise")
        .doesNotContain("slower", "faster", "bandwidth-drop", "algorithm-changed");
  }

  @Test
  void aDropInsideTheScatterOfSingleRunsIsNoise() throws IOException {
    write("a.txt", NcclTests.of("all_reduce").busBw(GIB, 400).text());
    write("b.txt", NcclTests.of("all_reduce").busBw(GIB, 370).text());

    assertThat(run("a.txt", "b.txt").out()).doesNotContain("bandwidth-drop");
  }

  @Test
  void repeatsMakeASmallDropCertain() throws IOException {
    for (int i = 0; i < 3; i++) {
      write("a" + i + ".txt", NcclTests.of("all_reduce").busBw(GIB, 400 + i).text());
      write("b" + i + ".txt", NcclTests.of("all_reduce").busBw(GIB, 380 + i).text());
    }

    CommandRun run =
        CommandRun.of(
            "baseline",
            folder("a", "a0.txt", "a1.txt", "a2.txt"),
            folder("b", "b0.txt", "b1.txt", "b2.txt"));

    assertThat(run.out()).contains("warning bandwidth-drop", "cause-unknown");
  }

  @Test
  void aStoredBaselineIsComparedLikeTheFilesItCameFrom() throws IOException {
    upgrade();
    String stored = Files.createDirectories(dir.resolve("kept")).resolve("old").toString();
    String old = folder("old", "old.txt", "old.log");
    String after = folder("new", "new.txt", "new.log");

    CommandRun save = CommandRun.of("baseline", old, "--save", stored);
    CommandRun fromStored = CommandRun.of("baseline", stored, after);

    assertThat(save.status()).isZero();
    assertThat(fromStored.err()).isEmpty();
    assertThat(fromStored.out()).isEqualTo(CommandRun.of("baseline", old, after).out());
  }

  @Test
  void chartsAndJsonLieInTheFolderAskedFor() throws IOException {
    upgrade();

    CommandRun run =
        CommandRun.of(
            "baseline",
            dir.resolve("old.txt").toString(),
            dir.resolve("new.txt").toString(),
            "--out",
            dir.resolve("out").toString());

    assertThat(run.status()).isZero();
    assertThat(Files.readString(dir.resolve("out/busbw-1.svg")))
        .startsWith("<svg")
        .contains("all_reduce, 256 ranks on 32 nodes", "old.txt", "new.txt");
    assertThat(dir.resolve("out/busbw-1.png")).isNotEmptyFile();
    assertThat(Files.readString(dir.resolve("out/baseline.json")))
        .contains("ringside.baseline-result/1");
  }

  @Test
  void editedLimitsJudgeInsteadOfTheBuiltInOnes() throws IOException {
    write("a.txt", NcclTests.of("all_reduce").busBw(GIB, 360).text());
    String limits = CommandRun.of("baseline", "--print-limits").out();
    write("limits.csv", limits.replace("GB/s,350,210", "GB/s,470,210"));

    assertThat(run("a.txt").out()).doesNotContain("below-health-limit");
    assertThat(
            CommandRun.of(
                    "baseline",
                    dir.resolve("a.txt").toString(),
                    "--limits",
                    dir.resolve("limits.csv").toString())
                .out())
        .contains("below-health-limit", "470");
  }

  @Test
  void aLimitThatIsNoNumberIsNamedWithItsLine() throws IOException {
    write("a.txt", NcclTests.of("all_reduce").busBw(GIB, 360).text());
    write(
        "limits.csv",
        "fabric,nodes,gpu,min_ranks,unit,healthy,poor,why\nx,one,*,2,GB/s,many,1,y\n");

    CommandRun run =
        CommandRun.of(
            "baseline",
            dir.resolve("a.txt").toString(),
            "--limits",
            dir.resolve("limits.csv").toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).hasLineCount(1).contains("limits.csv:2: healthy is no number: many");
  }

  @Test
  void aMissingInputIsSaidAfterTheOthersWereReported() throws IOException {
    write("a.txt", NcclTests.of("all_reduce").busBw(GIB, 360).text());

    CommandRun run = run("a.txt", "gone.txt");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).hasLineCount(1).contains("gone.txt: no such file or directory");
    assertThat(run.out()).contains("large messages against the limits");
  }

  @Test
  void twoServingBenchmarksSayWhetherThePluginHelped() throws IOException {
    for (int i = 0; i < 3; i++) {
      write("without" + i + ".json", serving(20.0 + i / 10.0));
      write("with" + i + ".json", serving(18.0 + i / 10.0));
    }
    write(
        "report.json",
        """
        {"schema": "ringside.report/1", "scenarios": [
          {"name": "as_allowed", "step_saving_pct": {"low": 8.5, "mid": 9.5, "high": 10.5}}]}
        """);

    CommandRun run =
        CommandRun.of(
            "baseline",
            folder("without", "without0.json", "without1.json", "without2.json"),
            folder("with", "with0.json", "with1.json", "with2.json"),
            "--predicted",
            dir.resolve("report.json").toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("vllm, model_id m, request_rate 8")
        .containsPattern("median_tpot_ms +20.10 +18.10 +-10.0 % .* better +3 and 3")
        .contains("predicted (as_allowed): +9.5 %", "saved, which agrees");
  }

  private static String serving(double tpotMs) {
    return String.format(
        java.util.Locale.ROOT,
        "{\"date\": \"x\", \"model_id\": \"m\", \"request_rate\": 8, \"request_throughput\": 3.0,"
            + " \"mean_ttft_ms\": 50.0, \"median_tpot_ms\": %.2f, \"std_tpot_ms\": 1.0,"
            + " \"output_throughput\": %.2f}",
        tpotMs,
        8000 / tpotMs);
  }

  @Test
  void anInputWithoutBenchmarkIsNothingReadable() throws IOException {
    write("a.txt", "hello\n");

    CommandRun run = run("a.txt");

    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).hasLineCount(1).contains("no benchmark in the inputs");
  }

  /** Files of the two states: 46 GB/s with Tree under 2.19.3, 22 with Ring under 2.21.5. */
  private void upgrade() throws IOException {
    NcclTests before = NcclTests.of("all_reduce").nodes(32, 8).library(21903);
    NcclTests after = NcclTests.of("all_reduce").nodes(32, 8).library(22105);
    for (long bytes = MIB; bytes <= GIB; bytes *= 4) {
      double share = bytes / (bytes + 16.0 * MIB) * (1 + 16.0 / 1024);
      before.busBw(bytes, 46 * share);
      after.busBw(bytes, 22 * share);
    }
    write("old.txt", before.text());
    write("new.txt", after.text());
    write("old.log", log("2.19.3", 0));
    write("new.log", log("2.21.5", 1));
  }

  private static String log(String version, int algorithm) {
    StringBuilder log = new StringBuilder();
    String prefix = "node00:4000:4100 [0] NCCL INFO ";
    log.append(prefix).append("NCCL version ").append(version).append("+cuda12.4\n");
    log.append(prefix).append("NCCL_IB_HCA set to mlx5\n");
    log.append(prefix).append("Using network IB\n");
    for (long bytes = MIB; bytes <= GIB; bytes *= 4) {
      log.append(prefix)
          .append(bytes)
          .append(" Bytes -> Algo ")
          .append(algorithm)
          .append(" proto 2 time 1000.000000\n");
    }
    return log.toString();
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(dir.resolve(name), text);
  }

  /** A folder with copies of some files. */
  private String folder(String name, String... files) throws IOException {
    Path folder = Files.createDirectories(dir.resolve(name));
    for (String file : files) {
      Files.copy(dir.resolve(file), folder.resolve(file));
    }
    return folder.toString();
  }

  private CommandRun run(String... files) {
    List<String> args = new java.util.ArrayList<>(List.of("baseline"));
    for (String file : files) {
      args.add(dir.resolve(file).toString());
    }
    return CommandRun.of(args.toArray(String[]::new));
  }

  private static List<String> codes(JsonNode result) {
    return result.path("findings").valueStream().map(f -> f.path("code").asString()).toList();
  }

  private static JsonNode finding(JsonNode result, String code) {
    return result
        .path("findings")
        .valueStream()
        .filter(f -> f.path("code").asString().equals(code))
        .findFirst()
        .orElseThrow();
  }
}
