package dev.ringside.report;

import java.awt.Color;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.DeviationRenderer;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/**
 * Measured curves of one way of measuring, by message size: where two cross, the better choice
 * changes. Shaded: the spread of rounds.
 */
final class CurvesChart {
  private static final double SPAN_FOR_LOG = 20;
  private static final int MARGIN = 2;

  private CurvesChart() {}

  /** As far as the decode sizes go and somewhat further: elsewhere nothing is decided. */
  static List<Report.Curve> curves(Report report, int nRanks, String basis) {
    LongSummaryStatistics decode =
        report.sizes().stream()
            .filter(s -> s.isDecode() && s.nRanks() == nRanks)
            .mapToLong(Report.Size::bytes)
            .summaryStatistics();
    return report.curves().stream()
        .filter(c -> c.nRanks() == nRanks && c.basis().equals(basis))
        .map(c -> between(c, decode.getMin() / MARGIN, decode.getMax() * MARGIN))
        .filter(c -> !c.points().isEmpty())
        .toList();
  }

  private static Report.Curve between(Report.Curve c, long from, long to) {
    return new Report.Curve(
        c.algorithm(),
        c.protocol(),
        c.nRanks(),
        c.basis(),
        c.calibration(),
        c.points().stream().filter(p -> from <= p.bytes() && p.bytes() <= to).toList());
  }

  static JFreeChart of(Report report, int nRanks, String basis) {
    return of(curves(report, nRanks, basis), nRanks, basis);
  }

  static JFreeChart of(List<Report.Curve> curves, int nRanks, String basis) {
    YIntervalSeriesCollection data = new YIntervalSeriesCollection();
    DeviationRenderer renderer = new DeviationRenderer(true, true);
    renderer.setAlpha(0.18f);
    for (Report.Curve c : curves) {
      style(renderer, data.getSeriesCount(), c);
      data.addSeries(series(c));
    }
    boolean isStep = basis.equals("step");
    XYPlot plot =
        new XYPlot(
            data,
            ByteAxis.over(smallest(curves), largest(curves)),
            time(curves, isStep ? "decode step, us" : "one AllReduce, us"),
            renderer);
    return ChartStyle.chart(
        String.format(
            Locale.ROOT,
            "%s by choice and size, %d ranks (%s)",
            isStep ? "Decode step" : "AllReduce latency",
            nRanks,
            basis),
        plot);
  }

  private static long smallest(List<Report.Curve> curves) {
    return curves.stream().mapToLong(c -> c.points().get(0).bytes()).min().orElse(1 << 10);
  }

  private static long largest(List<Report.Curve> curves) {
    return curves.stream()
        .mapToLong(c -> c.points().get(c.points().size() - 1).bytes())
        .max()
        .orElse(1 << 20);
  }

  /** Logarithmic only where the times span much: on it, close curves cannot be told apart. */
  private static ValueAxis time(List<Report.Curve> curves, String label) {
    double low = extreme(curves).min().orElse(1);
    double high = extreme(curves).max().orElse(1);
    if (high > SPAN_FOR_LOG * low) {
      return TimeAxis.over(low, high, label);
    }
    NumberAxis axis = new NumberAxis(label);
    axis.setAutoRangeIncludesZero(false);
    return axis;
  }

  private static java.util.stream.DoubleStream extreme(List<Report.Curve> curves) {
    return curves.stream().flatMap(c -> c.points().stream()).mapToDouble(p -> p.us().mid());
  }

  private static YIntervalSeries series(Report.Curve c) {
    YIntervalSeries series = new YIntervalSeries(name(c));
    for (Report.CurvePoint p : c.points()) {
      series.add((double) p.bytes(), p.us().mid(), p.us().low(), p.us().high());
    }
    return series;
  }

  private static String name(Report.Curve c) {
    return c.protocol().isEmpty() ? "NCCL's own choice" : c.algorithm() + "/" + c.protocol();
  }

  private static void style(DeviationRenderer renderer, int series, Report.Curve c) {
    Color color = ChartStyle.protocol(c.protocol());
    renderer.setSeriesPaint(series, color);
    renderer.setSeriesFillPaint(series, color);
    renderer.setSeriesStroke(series, ChartStyle.line(c.algorithm()));
    renderer.setSeriesShape(series, ChartStyle.mark(c.protocol()));
    renderer.setSeriesShapesFilled(series, !c.algorithm().equals("Tree"));
  }
}
