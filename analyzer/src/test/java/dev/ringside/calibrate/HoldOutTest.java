package dev.ringside.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.calibrate.HoldOut.Check;
import dev.ringside.calibrate.HoldOut.Left;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HoldOutTest {
  @TempDir private Path dir;

  /** A plain sweep of which 16 KiB takes longer than 32 KiB. */
  private Sweeps faulty() throws IOException {
    StringBuilder rows = new StringBuilder();
    double[] us = {10, 11, 12, 14, 40, 18, 22, 30};
    for (int i = 0; i < us.length; i++) {
      rows.append(
          String.format(
              "  %d  %d  float  sum  -1  %s 0.05 0.05 0  %s 0.05 0.05 0%n",
              1024L << i, 256L << i, us[i], us[i]));
    }
    String table =
        "# nThread 1 nGpus 2 minBytes 1024 maxBytes 131072 step: 2(factor) graph: 20\n"
            + "#  Rank  0 Group  0 Pid   1 on  node1 device  0 [0000:00:06] NVIDIA H200\n"
            + "#  Rank  1 Group  0 Pid   1 on  node1 device  1 [0000:00:07] NVIDIA H200\n"
            + rows
            + "# Out of bounds values : 0 OK\n";
    return Measured.read(Files.writeString(dir.resolve("plain.txt"), table));
  }

  @Test
  void faultsAreListedAndLeftOutOfASecondFigure() throws IOException {
    List<Check> checks = HoldOut.of(faulty(), 0, Long.MAX_VALUE).checks();

    assertThat(checks).hasSize(1);
    Check check = checks.get(0);
    assertThat(check.faults()).extracting(ShapeFault::bytes).containsExactly(8192L, 16_384L);
    assertThat(check.faults()).extracting(ShapeFault::slowBytes).containsOnly(16_384L);
    assertThat(check.all().points()).hasSize(6);
    assertThat(check.withoutFaults().points())
        .hasSize(5)
        .noneMatch(p -> p.bytes() == 16_384 || check.isFault(p));
    assertThat(check.withoutFaults().medianErrorPart()).isLessThan(check.all().medianErrorPart());
    assertThat(check.worst(2)).hasSize(2);
    assertThat(check.worst(2).get(0).errorPart()).isEqualTo(check.all().largestErrorPart());
  }

  @Test
  void onlyWantedSizesCountWhileAllServeToPredict() throws IOException {
    Check check = HoldOut.of(faulty(), 2048, 4096).checks().get(0);

    assertThat(check.all().points()).extracting(HeldOut::bytes).containsOnly(2048L, 4096L);
    assertThat(check.faults()).isEmpty();
  }

  @Test
  void aStepSweepIsCheckedOverItsSizesAndItsRounds() {
    List<Check> checks = HoldOut.of(Measured.read(Measured.step()), 0, Long.MAX_VALUE).checks();

    assertThat(checks)
        .extracting(Check::left)
        .containsExactly(Left.SIZES, Left.ROUNDS_OF_DEFAULT, Left.ROUNDS_OF_PINNED);
    assertThat(checks).allMatch(Check::isOfDifferences);
    // Three of five rounds predict the other two.
    assertThat(checks.get(1).all())
        .isEqualTo(
            SelfCheck.laterRounds(checks.get(1).set().curves(), 3)
                .where(p -> p.against().orElseThrow().isDefault()));
  }

  @Test
  void sizesThatWereNotMeasuredGiveNoCheck() throws IOException {
    assertThat(HoldOut.of(faulty(), 1, 2).checks()).isEmpty();
  }
}
