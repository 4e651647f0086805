package dev.ringside.report;

import java.awt.Color;
import java.awt.Shape;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.DeviationRenderer;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/**
 * NCCL's own choice against the tuner file by batch size: time of one AllReduce, or of a whole step
 * where only that was measured. Shaded: the interval.
 */
final class BatchChart {
  private BatchChart() {}

  /** Whether any decode size of these ranks has a time to draw. */
  static boolean hasTimes(Report report, int nRanks) {
    return sizes(report, nRanks).stream().anyMatch(s -> !Double.isNaN(own(s)));
  }

  static JFreeChart of(Report report, int nRanks) {
    List<Report.Size> sizes = sizes(report, nRanks);
    boolean isStep = sizes.stream().anyMatch(BatchChart::isStep);
    YIntervalSeriesCollection data = new YIntervalSeriesCollection();
    data.addSeries(series("NCCL's own choice", sizes, s -> around(own(s))));
    data.addSeries(series("tuner file, as allowed", sizes, s -> with(s, s.asAllowed())));
    data.addSeries(series("tuner file, LL128 allowed", sizes, s -> with(s, s.ll128Allowed())));
    NumberAxis batch = new NumberAxis("batch size (tokens a pass)");
    batch.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
    NumberAxis time = new NumberAxis(isStep ? "decode step, us" : "one AllReduce, us");
    time.setAutoRangeIncludesZero(false);
    XYPlot plot = new XYPlot(data, batch, time, renderer());
    return ChartStyle.chart(
        String.format(
            Locale.ROOT,
            "%s by batch size, %d ranks",
            isStep ? "Decode step" : "AllReduce latency",
            nRanks),
        plot);
  }

  private static List<Report.Size> sizes(Report report, int nRanks) {
    return report.sizes().stream()
        .filter(s -> s.nRanks() == nRanks && s.isDecode() && s.batch() > 0)
        .toList();
  }

  private static boolean isStep(Report.Size s) {
    return Double.isNaN(s.own().us()) && !Double.isNaN(s.stepUs());
  }

  private static double own(Report.Size s) {
    return isStep(s) ? s.stepUs() : s.own().us();
  }

  private static Report.Range around(double value) {
    return new Report.Range(value, value, value);
  }

  private static Report.Range with(Report.Size s, Report.Outcome outcome) {
    double own = own(s);
    if (outcome.choice().isKnown() && !outcome.differs()) {
      return around(own);
    }
    double calls = isStep(s) ? Math.max(1, s.callsPerPass()) : 1;
    Report.Range saving = outcome.savingUs();
    return new Report.Range(
        own - saving.high() * calls, own - saving.mid() * calls, own - saving.low() * calls);
  }

  private static YIntervalSeries series(
      String name, List<Report.Size> sizes, Function<Report.Size, Report.Range> time) {
    YIntervalSeries series = new YIntervalSeries(name);
    for (Report.Size s : sizes) {
      Report.Range range = time.apply(s);
      if (range.isKnown()) {
        series.add((double) s.batch(), range.mid(), range.low(), range.high());
      }
    }
    return series;
  }

  private static DeviationRenderer renderer() {
    DeviationRenderer renderer = new DeviationRenderer(true, true);
    renderer.setAlpha(0.18f);
    series(renderer, 0, ChartStyle.INK, "Ring", ChartStyle.mark(""));
    series(renderer, 1, ChartStyle.AS_ALLOWED, "Ring", ChartStyle.mark("LL"));
    series(renderer, 2, ChartStyle.LL128_ALLOWED, "Tree", ChartStyle.mark("LL128"));
    return renderer;
  }

  private static void series(
      DeviationRenderer renderer, int series, Color color, String line, Shape mark) {
    renderer.setSeriesPaint(series, color);
    renderer.setSeriesFillPaint(series, color);
    renderer.setSeriesStroke(series, ChartStyle.line(line));
    renderer.setSeriesShape(series, mark);
  }
}
