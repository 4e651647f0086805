package dev.ringside.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.Optional;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.ui.RectangleInsets;

/**
 * How every chart looks. One colour a protocol everywhere, from the palette of Okabe and Ito, which
 * readers with any common colour blindness tell apart; the algorithm shows in the dashes, and in
 * marks that are hollow for Tree.
 */
final class ChartStyle {
  static final Color LL = new Color(0, 114, 178);
  static final Color LL128 = new Color(213, 94, 0);
  static final Color SIMPLE = new Color(0, 158, 115);

  /** Text, axes and NCCL's own choice. The page swaps it for a light one in dark mode. */
  static final Color INK = new Color(26, 26, 26);

  static final Color GRID = new Color(200, 200, 205);

  /** The two scenarios, apart from the colours of protocols. */
  static final Color AS_ALLOWED = new Color(123, 63, 160);

  static final Color LL128_ALLOWED = new Color(150, 110, 0);

  /** For what is no protocol, so that no colour means two things. */
  static final List<Color> OTHERS =
      List.of(INK, AS_ALLOWED, LL128_ALLOWED, new Color(176, 58, 110), new Color(110, 110, 118));

  private static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
  private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 15);
  private static final float LINE = 2f;
  private static final double MARK = 3.5;

  private ChartStyle() {}

  static Color protocol(String protocol) {
    return switch (protocol) {
      case "LL" -> LL;
      case "LL128" -> LL128;
      case "Simple" -> SIMPLE;
      default -> INK;
    };
  }

  /** The same colour, so thin that text stays readable on it. */
  static Color shade(Color color) {
    return new Color(color.getRed(), color.getGreen(), color.getBlue(), 38);
  }

  static Stroke line(String algorithm) {
    return switch (algorithm) {
      case "Ring", "" -> new BasicStroke(LINE, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
      case "Tree" -> dashes(7, 5);
      default -> dashes(2, 4);
    };
  }

  private static Stroke dashes(float on, float off) {
    return new BasicStroke(
        LINE, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {on, off}, 0);
  }

  /** A mark a protocol, so that curves differ without colour too. */
  static Shape mark(String protocol) {
    return switch (protocol) {
      case "LL" -> new Ellipse2D.Double(-MARK, -MARK, 2 * MARK, 2 * MARK);
      case "LL128" -> new Rectangle2D.Double(-MARK, -MARK, 2 * MARK, 2 * MARK);
      case "Simple" -> triangle();
      default -> diamond();
    };
  }

  private static Shape triangle() {
    Path2D path = new Path2D.Double();
    path.moveTo(0, -MARK);
    path.lineTo(MARK, MARK);
    path.lineTo(-MARK, MARK);
    path.closePath();
    return path;
  }

  private static Shape diamond() {
    Path2D path = new Path2D.Double();
    path.moveTo(0, -MARK - 1);
    path.lineTo(MARK + 1, 0);
    path.lineTo(0, MARK + 1);
    path.lineTo(-MARK - 1, 0);
    path.closePath();
    return path;
  }

  static JFreeChart chart(String title, XYPlot plot) {
    styled(plot);
    JFreeChart chart = new JFreeChart(title, TITLE, plot, true);
    chart.setBackgroundPaint(null);
    chart.getTitle().setPaint(INK);
    chart.getLegend().setItemFont(TEXT);
    chart.getLegend().setItemPaint(INK);
    chart.getLegend().setBackgroundPaint(null);
    chart.getLegend().setFrame(BlockBorder.NONE);
    chart.getLegend().setItemLabelPadding(new RectangleInsets(2, 2, 2, 14));
    chart.setPadding(new RectangleInsets(6, 6, 6, 14));
    return chart;
  }

  /** The plot alone, also one that is a part of another and lacks an axis. */
  static XYPlot styled(XYPlot plot) {
    plot.setBackgroundPaint(null);
    plot.setDomainGridlinePaint(GRID);
    plot.setRangeGridlinePaint(GRID);
    plot.setOutlineVisible(false);
    plot.setAxisOffset(new RectangleInsets(2, 2, 2, 2));
    Optional.ofNullable(plot.getDomainAxis()).ifPresent(ChartStyle::axis);
    Optional.ofNullable(plot.getRangeAxis()).ifPresent(ChartStyle::axis);
    return plot;
  }

  private static void axis(ValueAxis axis) {
    axis.setLabelFont(TEXT);
    axis.setLabelPaint(INK);
    axis.setTickLabelFont(TEXT);
    axis.setTickLabelPaint(INK);
    axis.setAxisLinePaint(INK);
    axis.setTickMarkPaint(INK);
  }

  static Font text() {
    return TEXT;
  }
}
