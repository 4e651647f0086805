package dev.ringside.report;

import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurveSet;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.JFreeChart;

/** Curves as charts beside a tuner file. */
public final class CalibrationCharts {
  private CalibrationCharts() {}

  /**
   * PNG and SVG for each way of measuring and number of ranks.
   *
   * @param prefix path that each name begins with
   */
  public static List<Path> write(List<CurveSet> sets, String prefix) throws IOException {
    List<Path> written = new ArrayList<>();
    for (CurveSet set : sets) {
      List<Integer> ranks = set.keys().stream().map(CurveKey::nRanks).distinct().toList();
      for (int n : ranks) {
        List<Report.Curve> curves =
            set.keys().stream()
                .filter(k -> k.nRanks() == n)
                .map(k -> ReportRows.curve(set, k))
                .toList();
        String basis = set.basis().jsonName();
        JFreeChart chart = CurvesChart.of(curves, n, basis);
        String name = prefix + "-" + basis + "-" + n + "ranks";
        written.add(png(chart, Path.of(name + ".png")));
        written.add(
            Files.writeString(
                Path.of(name + ".svg"),
                ChartImage.svg(chart, basis, chart.getTitle().getText()) + "\n"));
      }
    }
    return written;
  }

  private static Path png(JFreeChart chart, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      ChartImage.writePng(chart, out);
    }
    return file;
  }
}
