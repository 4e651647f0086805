package dev.ringside.report;

import dev.ringside.baseline.Baseline;
import dev.ringside.baseline.Comparison;
import dev.ringside.baseline.Series;
import dev.ringside.baseline.StatePair;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * Bus bandwidth by message size before and after: where the lines part, the change cost or gave.
 */
final class BaselineChart {
  private BaselineChart() {}

  /** Writes one chart for each test that two states share, as PNG and SVG. */
  static void write(Baseline result, WholeFiles files) throws IOException {
    for (Map.Entry<String, JFreeChart> chart : charts(result).entrySet()) {
      files.write(chart.getKey() + ".png", out -> ChartImage.writePng(chart.getValue(), out));
      String title = chart.getValue().getTitle().getText();
      String image = ChartImage.svg(chart.getValue(), chart.getKey(), title);
      files.writeText(chart.getKey() + ".svg", image + "\n");
    }
  }

  static Map<String, JFreeChart> charts(Baseline result) {
    Map<String, JFreeChart> charts = new LinkedHashMap<>();
    for (StatePair pair : result.pairs()) {
      for (Comparison c : pair.comparisons()) {
        charts.put("busbw-" + (charts.size() + 1), chart(pair, c));
      }
    }
    return charts;
  }

  private static JFreeChart chart(StatePair pair, Comparison c) {
    XYSeriesCollection data = new XYSeriesCollection();
    data.addSeries(series(pair.before(), c.before()));
    data.addSeries(series(unlike(pair.after(), pair.before()), c.after()));
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
    renderer.setSeriesPaint(0, ChartStyle.OTHERS.get(0));
    renderer.setSeriesPaint(1, ChartStyle.OTHERS.get(1));
    renderer.setSeriesShape(0, ChartStyle.mark(""));
    renderer.setSeriesShape(1, ChartStyle.mark("LL"));
    renderer.setSeriesStroke(0, ChartStyle.line("Ring"));
    renderer.setSeriesStroke(1, ChartStyle.line("Ring"));
    NumberAxis bandwidth = new NumberAxis("bus bandwidth, GB/s");
    ByteAxis sizes =
        ByteAxis.over(
            Math.min(c.before().sizes().firstKey(), c.after().sizes().firstKey()),
            Math.max(c.before().sizes().lastKey(), c.after().sizes().lastKey()));
    return ChartStyle.chart(
        Plain.line(c.after().title()), new XYPlot(data, sizes, bandwidth, renderer));
  }

  private static String unlike(String name, String other) {
    return name.equals(other) ? name + " (after)" : name;
  }

  private static XYSeries series(String label, Series of) {
    XYSeries series = new XYSeries(Plain.line(label));
    of.sizes().keySet().forEach(bytes -> series.add((double) bytes, of.busBw(bytes)));
    return series;
  }
}
