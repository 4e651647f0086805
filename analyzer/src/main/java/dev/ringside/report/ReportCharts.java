package dev.ringside.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jfree.chart.JFreeChart;

/** The charts that a report has something to draw for, by file name. */
final class ReportCharts {
  private ReportCharts() {}

  static Map<String, JFreeChart> of(Report report) {
    Map<String, JFreeChart> charts = new LinkedHashMap<>();
    List<Integer> ranks =
        report.sizes().stream()
            .filter(Report.Size::isDecode)
            .map(Report.Size::nRanks)
            .distinct()
            .toList();
    for (int n : ranks) {
      String suffix = ranks.size() == 1 ? "" : "-" + n + "ranks";
      charts.put("sizes" + suffix, SizesChart.of(report, n, zoneScenario(report)));
      if (BatchChart.hasTimes(report, n)) {
        charts.put("batch" + suffix, BatchChart.of(report, n));
      }
      for (String basis : List.of("step", "isolated", "published")) {
        if (!CurvesChart.curves(report, n, basis).isEmpty()) {
          charts.put("curves-" + basis + suffix, CurvesChart.of(report, n, basis));
        }
      }
    }
    return charts;
  }

  /** Zones as they are where all of the file's rules can be followed, so that all are seen. */
  private static String zoneScenario(Report report) {
    return report.zones().stream().anyMatch(z -> z.protocol().equals("LL128"))
        ? "ll128_allowed"
        : "as_allowed";
  }
}
