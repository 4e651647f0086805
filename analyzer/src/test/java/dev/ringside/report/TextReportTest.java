package dev.ringside.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextReportTest {

  @Test
  void theVerdictStandsFirst() {
    assertThat(TextReport.lines(ReportFixture.report(), Style.PLAIN).get(0)).startsWith("HURTS  ");
  }

  @Test
  void itFitsOneScreenOfEightyColumns() {
    List<String> lines = TextReport.lines(ReportFixture.report(), new Style(false, true, 80));

    assertThat(lines).hasSizeLessThan(45).allSatisfy(l -> assertThat(l.length()).isLessThan(81));
  }

  @Test
  void barsDegradeToAscii() {
    assertThat(
            String.join("\n", TextReport.lines(ReportFixture.report(), new Style(false, true, 80))))
        .contains("\u2588\u2588\u2588");
    assertThat(
            String.join(
                "\n", TextReport.lines(ReportFixture.report(), new Style(false, false, 80))))
        .contains("###")
        .matches("[\\x20-\\x7e\\n]+");
  }

  @Test
  void foreignTextMovesNoCursor() {
    Report report = ReportFixture.named("t\u001b[2J.csv", "no\u001b]0;x\u0007de\u202e");

    assertThat(String.join("", TextReport.lines(report, Style.PLAIN)))
        .doesNotContain("\u001b", "\u0007", "\u202e")
        .contains("\\x1b[2J");
  }
}
