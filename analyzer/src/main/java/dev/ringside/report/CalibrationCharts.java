package dev.ringside.report;

import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurveSet;
import java.io.IOException;
import java.util.List;
import org.jfree.chart.JFreeChart;

/** Curves as charts beside a tuner file. */
public final class CalibrationCharts {
  private CalibrationCharts() {}

  /**
   * PNG and SVG for each way of measuring and number of ranks.
   *
   * @param prefix that each name begins with
   */
  public static void write(List<CurveSet> sets, String prefix, WholeFiles files)
      throws IOException {
    for (CurveSet set : sets) {
      List<Integer> ranks = set.keys().stream().map(CurveKey::nRanks).distinct().toList();
      for (int n : ranks) {
        List<Report.Curve> curves =
            set.keys().stream()
                .filter(k -> k.nRanks() == n)
                .map(k -> ReportRows.curve(set, k, -1))
                .toList();
        String basis = set.basis().jsonName();
        JFreeChart chart = CurvesChart.of(curves, n, basis);
        String name = prefix + "-" + basis + "-" + n + "ranks";
        files.write(name + ".png", out -> ChartImage.writePng(chart, out));
        files.writeText(
            name + ".svg", ChartImage.svg(chart, basis, chart.getTitle().getText()) + "\n");
      }
    }
  }
}
