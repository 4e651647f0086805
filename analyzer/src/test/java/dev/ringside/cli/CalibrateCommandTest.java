package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import dev.ringside.tuner.TunerFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrateCommandTest {
  private static final Path SAMPLE = Checkout.sample("h200-tp2-shm");

  @TempDir private Path dir;

  @Test
  void sweepsBecomeATunerFileAndCharts() throws IOException {
    Path tuner = dir.resolve("tuner.csv");

    CommandRun run =
        CommandRun.of(
            "calibrate",
            SAMPLE.resolve("step").toString(),
            SAMPLE.resolve("sweep").toString(),
            "-o",
            tuner.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("2 ranks on 1 node, by step", "Ring/LL128", "written: " + tuner);
    TunerFile file = TunerFiles.open(tuner.toString());
    assertThat(file.rules()).hasSizeGreaterThan(2);
    assertThat(file.rules().get(0).protocol().ncclName())
        .as("LL128 stands in front")
        .isEqualTo("LL128");
    assertThat(dir.resolve("tuner-step-2ranks.svg")).isNotEmptyFile();
    assertThat(dir.resolve("tuner-isolated-2ranks.png")).isNotEmptyFile();
  }

  @Test
  void thePlanIsAScriptForAShell() throws Exception {
    CommandRun run = CommandRun.of("calibrate", "--plan");

    Process shell =
        new ProcessBuilder("sh", "-n", "-c", run.out()).redirectErrorStream(true).start();
    assertThat(shell.waitFor()).isZero();
    assertThat(run.out())
        .contains("step_sweep.py", "all_reduce_perf", "ringside calibrate step.csv");
  }

  @Test
  void aFolderThatCannotBeMadeIsOneLine() throws IOException {
    Path file = Files.createFile(dir.resolve("no"));

    CommandRun run =
        CommandRun.of(
            "calibrate",
            SAMPLE.resolve("step").toString(),
            "-o",
            file.resolve("tuner.csv").toString());

    assertThat(run.err()).hasLineCount(1).startsWith("ringside: " + file);
    assertThat(run.status()).isEqualTo(2);
  }

  @Test
  void aFileWithoutSweepIsNothing() throws IOException {
    Path text = Files.writeString(dir.resolve("text.txt"), "no sweep\n");

    CommandRun run = CommandRun.of("calibrate", text.toString());

    assertThat(run.err()).hasLineCount(1);
    assertThat(run.status()).isEqualTo(3);
  }

  @Test
  void theHoldOutGivesErrorsByWhatWasLeftOut() {
    CommandRun run =
        CommandRun.of(
            "calibrate", "--holdout", "--sizes", "4K-64M", SAMPLE.resolve("step").toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("every second size", "later rounds", "median error", "90 % below", "worst of")
        .contains("Ring/LL128 against Ring/LL, 2 ranks", "inside");
  }

  @Test
  void besideJsonNothingStandsOnStandardOutput() {
    Path tuner = dir.resolve("tuner.csv");

    CommandRun run =
        CommandRun.of(
            "calibrate",
            SAMPLE.resolve("step").toString(),
            "--format",
            "json",
            "-o",
            tuner.toString());

    assertThat(run.status()).isZero();
    assertThat(run.out()).startsWith("{").endsWith("}\n").contains("\"holdout\" : null");
    assertThat(run.err()).contains("written: " + tuner);
  }

  @Test
  void sizesWithoutAHoldOutOrOfNoRangeAreOneLine() {
    String step = SAMPLE.resolve("step").toString();

    CommandRun alone = CommandRun.of("calibrate", "--sizes", "4K-64M", step);
    CommandRun empty = CommandRun.of("calibrate", "--holdout", "--sizes", "64M-4K", step);

    assertThat(alone.err()).hasLineCount(1).contains("--sizes: belongs to --holdout");
    assertThat(empty.err()).hasLineCount(1).contains("no range of message sizes");
    assertThat(List.of(alone.status(), empty.status())).containsOnly(2);
  }

  @Test
  void aSweepOfAnotherHostIsNamedAndStaysOutOfTheZones() throws IOException {
    String text = Files.readString(SAMPLE.resolve("step/hidden4096_layers16.csv"));
    Path sample = Files.writeString(dir.resolve("a.csv"), text);
    Path other =
        Files.writeString(dir.resolve("b.csv"), text.replace("NVIDIA H200", "NVIDIA B200"));

    CommandRun one = CommandRun.of("calibrate", sample.toString());
    CommandRun both = CommandRun.of("calibrate", sample.toString(), other.toString());

    String named = "not in the zones: " + other + ": of another host, NVIDIA B200 over SHM";
    assertThat(both.out()).contains(named);
    assertThat(both.out().replace(named + System.lineSeparator(), "")).isEqualTo(one.out());
  }
}
