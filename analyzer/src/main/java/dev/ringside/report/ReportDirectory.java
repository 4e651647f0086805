package dev.ringside.report;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jfree.chart.JFreeChart;

/** Everything that a report has as files. */
public final class ReportDirectory {
  private ReportDirectory() {}

  /**
   * Writes {@code report.html}, {@code report.json}, {@code sizes.csv} and each chart as PNG and
   * SVG.
   *
   * @return the files, in that order
   */
  public static List<Path> write(Report report, Path directory) throws IOException {
    Map<String, JFreeChart> charts = ReportCharts.of(report);
    Map<String, String> svgs = new LinkedHashMap<>();
    charts.forEach((name, c) -> svgs.put(name, ChartImage.svg(c, name, c.getTitle().getText())));
    try (WholeFiles files = WholeFiles.in(directory)) {
      files.writeText("report.html", HtmlReport.of(report, svgs));
      files.write("report.json", out -> ReportJson.write(report, out));
      files.write(
          "sizes.csv",
          out -> {
            Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
            SizesCsv.write(report, writer);
            writer.flush();
          });
      for (Map.Entry<String, JFreeChart> chart : charts.entrySet()) {
        files.write(chart.getKey() + ".png", out -> ChartImage.writePng(chart.getValue(), out));
        files.writeText(chart.getKey() + ".svg", svgs.get(chart.getKey()) + "\n");
      }
      return files.moveAll();
    }
  }
}
