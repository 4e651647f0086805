package dev.ringside.report;

import dev.ringside.sizing.Sizing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jfree.chart.JFreeChart;

/** Sizes of a model as files. */
public final class SizingDirectory {
  private SizingDirectory() {}

  /**
   * Writes {@code sizing.json}, {@code sizing.csv} and, where times were measured, {@code
   * capacity.png} and {@code capacity.svg}.
   */
  public static List<Path> write(Sizing sizing, Path directory) throws IOException {
    try (WholeFiles files = WholeFiles.in(directory)) {
      files.write("sizing.json", out -> SizingJson.write(sizing, out));
      StringBuilder csv = new StringBuilder();
      SizingCsv.write(sizing, csv);
      files.writeText("sizing.csv", csv.toString());
      if (CapacityChart.hasTimes(sizing)) {
        JFreeChart chart = CapacityChart.of(sizing);
        files.write("capacity.png", out -> ChartImage.writePng(chart, out));
        files.writeText(
            "capacity.svg", ChartImage.svg(chart, "capacity", chart.getTitle().getText()) + "\n");
      }
      return files.moveAll();
    }
  }
}
