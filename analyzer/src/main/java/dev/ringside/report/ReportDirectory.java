package dev.ringside.report;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jfree.chart.JFreeChart;

/**
 * Everything a report has as files. Each is written beside its name and then moved, so that nobody
 * reads half of one and an old one stays whole until the new one is.
 */
public final class ReportDirectory {
  private final Path directory;
  private final List<Path> written = new ArrayList<>();

  private ReportDirectory(Path directory) {
    this.directory = directory;
  }

  private interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Writes {@code report.html}, {@code report.json}, {@code sizes.csv} and each chart as PNG and
   * SVG.
   *
   * @return the files, in that order
   */
  public static List<Path> write(Report report, Path directory) throws IOException {
    Files.createDirectories(directory);
    ReportDirectory target = new ReportDirectory(directory);
    Map<String, JFreeChart> charts = ReportCharts.of(report);
    Map<String, String> svgs = new LinkedHashMap<>();
    charts.forEach((name, c) -> svgs.put(name, ChartImage.svg(c, name, c.getTitle().getText())));
    target.text("report.html", HtmlReport.of(report, svgs));
    target.file("report.json", out -> ReportJson.write(report, out));
    target.file(
        "sizes.csv",
        out -> {
          Writer writer = new java.io.OutputStreamWriter(out, StandardCharsets.UTF_8);
          SizesCsv.write(report, writer);
          writer.flush();
        });
    for (Map.Entry<String, JFreeChart> chart : charts.entrySet()) {
      target.file(chart.getKey() + ".png", out -> ChartImage.writePng(chart.getValue(), out));
      target.text(chart.getKey() + ".svg", svgs.get(chart.getKey()) + "\n");
    }
    return target.written;
  }

  private void text(String name, String text) throws IOException {
    file(name, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  private void file(String name, Content content) throws IOException {
    // Not a temporary file of Java's: those are readable by their owner alone, and stay so.
    Path aside = directory.resolve("." + name + "." + ProcessHandle.current().pid() + ".part");
    try {
      try (OutputStream out = Files.newOutputStream(aside)) {
        content.writeTo(out);
      }
      Path whole = directory.resolve(name);
      Files.move(aside, whole, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      written.add(whole);
    } finally {
      Files.deleteIfExists(aside);
    }
  }
}
