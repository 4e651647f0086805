package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ReportValidationTest {
  private static final Path SAMPLE = Checkout.sample("h200-tp2-shm");

  @Test
  void aGainThatNeedsLl128IsCalledUncheckedWithoutAValidation() {
    assertThat(report().out()).contains("LL128 safe  not checked on this host");
  }

  @Test
  void aValidationSaysWhatWasCheckedAndWhatWasNot() {
    CommandRun run =
        report("--validation", SAMPLE.resolve("sweep/graph_fine_Ring_LL128.txt").toString());

    assertThat(run.status()).isZero();
    assertThat(run.out().replaceAll("\\s+", " "))
        .contains("LL128 safe no error in 64 checked AllReduces")
        .contains("not covered: Tree; half;");
  }

  @Test
  void jsonHasItAmongTheFindings() {
    CommandRun run =
        report(
            "--format",
            "json",
            "--validation",
            SAMPLE.resolve("sweep/graph_fine_Ring_LL128.txt").toString());

    assertThat(
            JsonMapper.shared()
                .readTree(run.out())
                .path("findings")
                .valueStream()
                .map(f -> f.path("code").asString()))
        .contains("ll128-check-no-error-seen");
  }

  @Test
  void aMissingValidationIsWrongUse() {
    CommandRun run = report("--validation", SAMPLE.resolve("gone.txt").toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).hasLineCount(1).contains("gone.txt: no such validation file");
  }

  private static CommandRun report(String... more) {
    String[] args = {
      "report",
      SAMPLE.resolve("log").toString(),
      "--calibration",
      SAMPLE.resolve("step/hidden4096_layers16.csv").toString()
    };
    String[] all = java.util.Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return CommandRun.of(all);
  }
}
