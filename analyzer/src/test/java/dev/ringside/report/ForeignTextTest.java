package dev.ringside.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Host names, file names and log lines are written by others: none of them becomes anything. */
class ForeignTextTest {
  private static final String SCRIPT =
      "</script><script>alert(1)</script><!--<img src=x onerror=a>";

  @TempDir private Path dir;

  @Test
  void markupInTextStaysText() throws IOException {
    ReportDirectory.write(ReportFixture.named(SCRIPT, "\" onload='x' " + SCRIPT), dir);

    String page = Files.readString(dir.resolve("report.html"));
    assertThat(page).doesNotContain("<script>alert", "<img", "<!--<", "\" onload=");
    assertThat(page.split("<script", -1)).as("our own two scripts").hasSize(3);
  }

  @Test
  void markupInAChartStaysText() throws IOException {
    ReportDirectory.write(ReportFixture.named(SCRIPT, "x"), dir);

    assertThat(Files.readString(dir.resolve("sizes.svg")))
        .doesNotContain("<script", "<img")
        .contains("&lt;/script&gt;");
  }

  @Test
  void aFormulaInACellIsText() throws IOException {
    StringBuilder csv = new StringBuilder();
    SizesCsv.write(ReportFixture.report(), csv);
    CSVRecord row =
        CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .get()
            .parse(new StringReader(csv.toString()))
            .getRecords()
            .get(8);

    assertThat(row.get("as_allowed_saving_us_mid")).isEqualTo("-8.0000");
    assertThat(row.get("default_us")).isEmpty();
    assertThat(SizesCsv.word("=HYPERLINK(\"x\")")).isEqualTo("'=HYPERLINK(\"x\")");
    assertThat(SizesCsv.word("@a")).isEqualTo("'@a");
    assertThat(SizesCsv.word("Ring")).isEqualTo("Ring");
  }

  @Test
  void jsonKeepsTextAsItIs() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ReportJson.write(ReportFixture.named(SCRIPT, "a\u0000\u001b\"\\"), out);

    JsonNode report = new JsonMapper().readTree(out.toByteArray());
    assertThat(report.at("/tuner/name").asString()).isEqualTo(SCRIPT);
    assertThat(report.at("/communicators/0/id").asString()).isEqualTo("a\u0000\u001b\"\\");
  }

  @Test
  void unknownIsNullAndNeverZero() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ReportJson.write(ReportFixture.report(), out);

    JsonNode report = new JsonMapper().readTree(out.toByteArray());
    assertThat(report.at("/by_size/0/default/us").isNull()).isTrue();
    assertThat(report.at("/by_size/10/batch").isNull()).isTrue();
    assertThat(report.at("/by_size/10/as_allowed/saving_us").isNull()).isTrue();
    assertThat(report.at("/scenarios/1/step_saving_pct").isNull()).isTrue();
    assertThat(report.at("/scenarios/0/step_saving_pct/mid").asDouble()).isEqualTo(-10);
    assertThat(report.at("/zones/1/max_bytes").isNull()).isTrue();
  }

  @Test
  void anOldReportIsReplacedWhole() throws IOException {
    Files.writeString(dir.resolve("report.html"), "old");
    ReportDirectory.write(ReportFixture.report(), dir);

    assertThat(Files.readString(dir.resolve("report.html"))).startsWith("<!DOCTYPE html>");
    try (var files = Files.list(dir)) {
      assertThat(files.map(f -> f.getFileName().toString()).toList())
          .allSatisfy(f -> assertThat(f).doesNotEndWith(".part"))
          .contains("report.json", "sizes.csv", "sizes.png", "batch.svg", "curves-isolated.png");
    }
  }

  @Test
  void theSameReportGivesTheSameBytes() throws IOException {
    ReportDirectory.write(ReportFixture.report(), dir.resolve("a"));
    ReportDirectory.write(ReportFixture.report(), dir.resolve("b"));

    for (String file : new String[] {"report.html", "report.json", "sizes.csv", "sizes.svg"}) {
      assertThat(dir.resolve("b").resolve(file))
          .hasSameBinaryContentAs(dir.resolve("a").resolve(file));
    }
  }
}
