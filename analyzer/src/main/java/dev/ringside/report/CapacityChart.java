package dev.ringside.report;

import dev.ringside.cost.Interval;
import dev.ringside.sizing.Sizing;
import dev.ringside.sizing.SizingRow;
import java.awt.Color;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.DeviationRenderer;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/**
 * What AllReduces cost by batch size, a line a tensor-parallel size: their share of a step, or
 * their time a pass where no step was measured.
 */
final class CapacityChart {
  private static final List<String> DASHES = List.of("Ring", "Tree", "other");

  private CapacityChart() {}

  /** Whether anything was measured that can be drawn. */
  static boolean hasTimes(Sizing sizing) {
    return sizing.rows().stream().anyMatch(r -> r.passUs().isPresent());
  }

  static JFreeChart of(Sizing sizing) {
    boolean isShare = sizing.rows().stream().anyMatch(r -> r.share().isPresent());
    YIntervalSeriesCollection data = new YIntervalSeriesCollection();
    DeviationRenderer renderer = new DeviationRenderer(true, false);
    renderer.setAlpha(0.18f);
    for (int tp : sizing.rows().stream().map(SizingRow::tp).distinct().toList()) {
      YIntervalSeries line = line(sizing, tp, isShare);
      if (line.getItemCount() > 0) {
        style(renderer, data.getSeriesCount());
        data.addSeries(line);
      }
    }
    NumberAxis batch = new NumberAxis("batch size (tokens a pass)");
    batch.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
    NumberAxis value =
        new NumberAxis(isShare ? "AllReduce share of a step, %" : "AllReduces of a pass, us");
    return ChartStyle.chart(
        String.format(
            Locale.ROOT,
            "%s: %s by batch and TP",
            Plain.line(sizing.shape().name()),
            isShare ? "AllReduce share of a step" : "AllReduce time a pass"),
        new XYPlot(data, batch, value, renderer));
  }

  private static YIntervalSeries line(Sizing sizing, int tp, boolean isShare) {
    YIntervalSeries line = new YIntervalSeries("TP " + tp);
    for (SizingRow r : sizing.rows()) {
      Optional<Interval> value = isShare ? share(r) : r.passUs();
      if (r.tp() == tp && value.isPresent()) {
        Interval v = value.get();
        line.add(r.batch(), v.mid(), v.low(), v.high());
      }
    }
    return line;
  }

  private static Optional<Interval> share(SizingRow r) {
    return r.passUs().flatMap(p -> r.stepUs().map(s -> p.times(100 / s.mid())));
  }

  private static void style(DeviationRenderer renderer, int series) {
    Color color = ChartStyle.OTHERS.get(series % ChartStyle.OTHERS.size());
    renderer.setSeriesPaint(series, color);
    renderer.setSeriesFillPaint(series, color);
    renderer.setSeriesStroke(series, ChartStyle.line(DASHES.get(series % DASHES.size())));
  }
}
