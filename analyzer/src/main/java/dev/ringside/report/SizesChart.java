package dev.ringside.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.LegendItem;
import org.jfree.chart.LegendItemCollection;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.CombinedDomainXYPlot;
import org.jfree.chart.plot.IntervalMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.StandardXYBarPainter;
import org.jfree.chart.renderer.xy.XYBarRenderer;
import org.jfree.chart.ui.Layer;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;

/** AllReduces a pass and their bytes by message size, over the zones of the tuner file. */
final class SizesChart {
  /** Half a bar in powers of two, unless neighbours stand closer. */
  private static final double HALF_BAR = 0.11;

  private static final double ROOM_FOR_LABELS = 0.18;

  /** A narrower zone shows by its colour alone. */
  private static final double ROOM_FOR_A_LABEL = 1.35;

  private static final double GAP = 8;
  private static final double MIB = 1 << 20;

  private SizesChart() {}

  /** Of one number of ranks; zones are those of {@code scenario}. */
  static JFreeChart of(Report report, int nRanks, String scenario) {
    List<Report.Size> sizes =
        report.sizes().stream()
            .filter(s -> s.nRanks() == nRanks && s.isDecode() && s.callsPerPass() > 0)
            .toList();
    long smallest = sizes.stream().mapToLong(Report.Size::bytes).min().orElse(1 << 10);
    long largest = sizes.stream().mapToLong(Report.Size::bytes).max().orElse(1 << 20);
    List<Report.Zone> zones =
        report.zones().stream()
            .filter(z -> z.nRanks() == nRanks && z.scenario().equals(scenario))
            .filter(z -> z.maxBytes() >= smallest)
            .toList();
    CombinedDomainXYPlot plot = new CombinedDomainXYPlot(ByteAxis.over(smallest, largest));
    plot.setGap(GAP);
    plot.add(part(sizes, calls(), Report.Size::callsPerPass, 1, zones, true), 3);
    plot.add(part(sizes, mebibytes(), s -> s.callsPerPass() * s.bytes(), MIB, zones, false), 2);
    plot.setFixedLegendItems(legend());
    String title =
        report.tuner().name().isEmpty() ? "" : ", zones of " + Plain.line(report.tuner().name());
    return ChartStyle.chart(
        String.format(Locale.ROOT, "AllReduces a pass by size, %d ranks%s", nRanks, title), plot);
  }

  private static NumberAxis calls() {
    NumberAxis axis = new NumberAxis("calls a pass");
    axis.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
    axis.setUpperMargin(ROOM_FOR_LABELS);
    return axis;
  }

  private static NumberAxis mebibytes() {
    return new NumberAxis("MiB a pass");
  }

  private static XYPlot part(
      List<Report.Size> sizes,
      NumberAxis axis,
      ToLongFunction<Report.Size> height,
      double unit,
      List<Report.Zone> zones,
      boolean isLabelled) {
    XYIntervalSeries bars = new XYIntervalSeries(axis.getLabel());
    double half = Math.pow(2, halfBar(sizes));
    for (Report.Size s : sizes) {
      double x = s.bytes();
      double y = height.applyAsLong(s) / unit;
      bars.add(x, x / half, x * half, y, 0, y);
    }
    XYIntervalSeriesCollection all = new XYIntervalSeriesCollection();
    all.addSeries(bars);
    XYPlot plot = new XYPlot(all, null, axis, renderer());
    plot.setDomainGridlinesVisible(false);
    long smallest = sizes.stream().mapToLong(Report.Size::bytes).min().orElse(1 << 10);
    long largest = sizes.stream().mapToLong(Report.Size::bytes).max().orElse(1 << 20);
    zones.forEach(
        z -> plot.addDomainMarker(marker(z, smallest, largest, isLabelled), Layer.BACKGROUND));
    return ChartStyle.styled(plot);
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

  private static IntervalMarker marker(
      Report.Zone zone, long smallest, long largest, boolean isLabelled) {
    double from = Math.max((double) zone.minBytes(), smallest / Math.sqrt(2));
    double to = Math.min((double) zone.maxBytes(), largest * Math.sqrt(2));
    IntervalMarker marker = new IntervalMarker(Math.min(from, to), to);
    marker.setPaint(ChartStyle.shade(ChartStyle.protocol(zone.protocol())));
    marker.setAlpha(1f);
    marker.setOutlinePaint(ChartStyle.GRID);
    marker.setOutlineStroke(new BasicStroke(1f));
    if (isLabelled && to > from * ROOM_FOR_A_LABEL) {
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
