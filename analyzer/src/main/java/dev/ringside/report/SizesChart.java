package dev.ringside.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.LegendItem;
import org.jfree.chart.LegendItemCollection;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.IntervalMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.StandardXYBarPainter;
import org.jfree.chart.renderer.xy.XYBarRenderer;
import org.jfree.chart.ui.Layer;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;

/** AllReduces a pass by message size, over the zones of the tuner file. */
final class SizesChart {
  /** Half a bar in powers of two, unless neighbours stand closer. */
  private static final double HALF_BAR = 0.11;

  private static final double ROOM_FOR_LABELS = 0.18;

  /** A narrower zone shows by its colour alone. */
  private static final double ROOM_FOR_A_LABEL = 1.35;

  private SizesChart() {}

  /** Of one number of ranks; zones are those of {@code scenario}. */
  static JFreeChart of(Report report, int nRanks, String scenario) {
    List<Report.Size> sizes =
        report.sizes().stream()
            .filter(s -> s.nRanks() == nRanks && s.isDecode() && s.callsPerPass() > 0)
            .toList();
    long smallest = sizes.stream().mapToLong(Report.Size::bytes).min().orElse(1 << 10);
    long largest = sizes.stream().mapToLong(Report.Size::bytes).max().orElse(1 << 20);
    NumberAxis calls = new NumberAxis("AllReduces a pass");
    calls.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
    calls.setUpperMargin(ROOM_FOR_LABELS);
    XYPlot plot = new XYPlot(bars(sizes), ByteAxis.over(smallest, largest), calls, renderer());
    plot.setDomainGridlinesVisible(false);
    for (Report.Zone z : report.zones()) {
      if (z.nRanks() == nRanks && z.scenario().equals(scenario) && z.maxBytes() >= smallest) {
        plot.addDomainMarker(marker(z, smallest, largest), Layer.BACKGROUND);
      }
    }
    plot.setFixedLegendItems(legend());
    String zones =
        report.tuner().name().isEmpty() ? "" : ", zones of " + Plain.line(report.tuner().name());
    return ChartStyle.chart(
        String.format(Locale.ROOT, "AllReduces a pass by size, %d ranks%s", nRanks, zones), plot);
  }

  private static XYIntervalSeriesCollection bars(List<Report.Size> sizes) {
    XYIntervalSeries bars = new XYIntervalSeries("AllReduces a pass");
    double half = Math.pow(2, halfBar(sizes));
    for (Report.Size s : sizes) {
      double x = s.bytes();
      double calls = s.callsPerPass();
      bars.add(x, x / half, x * half, calls, 0, calls);
    }
    XYIntervalSeriesCollection all = new XYIntervalSeriesCollection();
    all.addSeries(bars);
    return all;
  }

  private static double halfBar(List<Report.Size> sizes) {
    double half = HALF_BAR;
    long[] bytes = sizes.stream().mapToLong(Report.Size::bytes).sorted().distinct().toArray();
    for (int i = 1; i < bytes.length; i++) {
      half = Math.min(half, 0.4 * Math.log((double) bytes[i] / bytes[i - 1]) / Math.log(2));
    }
    return half;
  }

  private static XYBarRenderer renderer() {
    XYBarRenderer renderer = new XYBarRenderer();
    renderer.setBarPainter(new StandardXYBarPainter());
    renderer.setShadowVisible(false);
    renderer.setSeriesPaint(0, ChartStyle.INK);
    return renderer;
  }

  private static IntervalMarker marker(Report.Zone zone, long smallest, long largest) {
    double from = Math.max((double) zone.minBytes(), smallest / Math.sqrt(2));
    double to = Math.min((double) zone.maxBytes(), largest * Math.sqrt(2));
    IntervalMarker marker = new IntervalMarker(Math.min(from, to), to);
    marker.setPaint(ChartStyle.shade(ChartStyle.protocol(zone.protocol())));
    marker.setAlpha(1f);
    marker.setOutlinePaint(ChartStyle.GRID);
    marker.setOutlineStroke(new BasicStroke(1f));
    if (to > from * ROOM_FOR_A_LABEL) {
      marker.setLabel(zone.algorithm().isEmpty() ? "NCCL's own" : zone.protocol());
    }
    marker.setLabelFont(ChartStyle.text());
    marker.setLabelPaint(ChartStyle.INK);
    marker.setLabelBackgroundColor(new Color(0, 0, 0, 0));
    marker.setLabelAnchor(RectangleAnchor.TOP);
    marker.setLabelTextAnchor(TextAnchor.TOP_CENTER);
    return marker;
  }

  private static LegendItemCollection legend() {
    LegendItemCollection items = new LegendItemCollection();
    items.add(box("AllReduces a pass", ChartStyle.INK));
    items.add(box("LL zone", ChartStyle.shade(ChartStyle.LL)));
    items.add(box("LL128 zone", ChartStyle.shade(ChartStyle.LL128)));
    items.add(box("Simple zone", ChartStyle.shade(ChartStyle.SIMPLE)));
    return items;
  }

  private static LegendItem box(String label, Color color) {
    LegendItem item = new LegendItem(label, color);
    item.setLabelPaint(ChartStyle.INK);
    return item;
  }
}
