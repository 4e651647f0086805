package dev.ringside.trace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.record.BenchmarkRow;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableRowTest {
  private static BenchmarkRow row(String text) {
    assertThat(TableRow.read(text, false)).isInstanceOf(TableRow.Row.class);
    return ((TableRow.Row) TableRow.read(text, false)).row();
  }

  private static void halves(BenchmarkRow row) {
    assertThat(
            List.of(
                row.outOfPlaceUs(),
                row.outOfPlaceAlgBw(),
                row.outOfPlaceBusBw(),
                row.inPlaceUs(),
                row.inPlaceAlgBw(),
                row.inPlaceBusBw()))
        .containsExactly(21.6, 0.05, 0.07, 22.7, 0.04, 0.06);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "  1024   256  float  sum  -1  21.6 0.05 0.07 3  22.7 0.04 0.06 N/A",
        "  1024   256  float  sum      21.6 0.05 0.07 3e+00  22.7 0.04 0.06 0e+00",
        "  1024   256  float           21.6 0.05 0.07 3e+00  22.7 0.04 0.06 0e+00",
        "  1024   256  float  0        21.6 0.05 0.07 3e+00  22.7 0.04 0.06 0e+00",
        "  1024   256  float  sum   0  21.6 0.05 0.07 3e+00  22.7 0.04 0.06 0e+00",
        "  1024   256  float  sum  -1  21.6 0.05 0.07 3  22.7 0.04 0.06 0  2026-01-02 03:04:05",
        "1024 256 float sum -1 21.6 0.05 0.07 3 20.1 23.0 22.9 1.5 22.7 0.04 0.06 0 20.1 25 24.9 3",
      })
  void everyColumnLayoutGivesTheSameHalves(String text) {
    BenchmarkRow row = row(text);

    halves(row);
    assertThat(row.size()).isEqualTo(1024);
    assertThat(row.count()).isEqualTo(256);
    assertThat(row.outOfPlaceWrong()).isEqualTo(3);
  }

  @Test
  void rootsAndTimesAreToldApart() {
    assertThat(row("1024 256 float sum 2 21 0.05 0.07 0 22 0.04 0.06 0").root()).isEqualTo(2);
    assertThat(row("1024 256 float sum 21 0.05 0.07 0 22 0.04 0.06 0").outOfPlaceUs())
        .isEqualTo(21);
    assertThat(row("1024 256 float sum 21 0.05 0.07 0 22 0.04 0.06 0").root()).isEqualTo(-1);
  }

  @Test
  void numbersMayShrinkToExponents() {
    BenchmarkRow row =
        row("8589934592 2147483648 float sum -1 1.2e+07 716.3 1253.5 0 1.3e+07 680.1 1190.2 0");

    assertThat(row.outOfPlaceUs()).isEqualTo(1.2e7);
  }

  @Test
  void aMissingOutOfPlaceGroupIsThirtyTwoBlanks() {
    BenchmarkRow row = row("1024 256 float sum  -1" + " ".repeat(34) + "22.7 0.04 0.06 0");

    assertThat(row.outOfPlaceUs()).isNaN();
    assertThat(row.outOfPlaceWrong()).isEqualTo(-1);
    assertThat(row.inPlaceUs()).isEqualTo(22.7);
  }

  @Test
  void aRowThatIsCutIsAPieceAndThePiecesMakeTheRow() {
    TableRow.Line head = TableRow.read("   1024   256  float  sum   -1", false);
    TableRow.Line first = TableRow.read("     21.6    0.05    0.07      0", true);
    TableRow.Line second = TableRow.read("     22.7    0.04    0.06      0", false);

    String joined = text(head) + " " + text(first) + " " + text(second);
    assertThat(TableRow.join(text(head) + " " + text(first))).isEmpty();
    halves(TableRow.join(joined).orElseThrow());
  }

  private static String text(TableRow.Line line) {
    return ((TableRow.Part) line).text();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "12 34 files copied",
        "10 20 epochs 3",
        "100 200 300 400",
        "2026-01-02 03:04:05 INFO 8 16 float",
        "1.5 2.5",
        "",
        "1024 256 float",
      })
  void otherTextIsNoRow(String text) {
    assertThat(TableRow.read(text, false)).isInstanceOf(TableRow.Other.class);
  }
}
