package dev.ringside.report;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.Tick;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;

/** A logarithmic axis of microseconds with ticks at 1, 2 and 5 times powers of ten. */
final class TimeAxis extends LogAxis {
  private static final long serialVersionUID = 1L;
  private static final double[] STEPS = {1, 2, 5};
  private static final double MARGIN = 1.1;

  private TimeAxis(String label) {
    super(label);
  }

  static TimeAxis over(double shortest, double longest, String label) {
    TimeAxis axis = new TimeAxis(label);
    axis.setRange(shortest / MARGIN, longest * MARGIN);
    return axis;
  }

  @Override
  protected List<Tick> refreshTicksVertical(
      Graphics2D g, Rectangle2D dataArea, RectangleEdge edge) {
    List<Tick> ticks = new ArrayList<>();
    for (double decade = Math.pow(10, Math.floor(Math.log10(getLowerBound())));
        decade <= getUpperBound();
        decade *= 10) {
      for (double step : STEPS) {
        double value = decade * step;
        if (value >= getLowerBound() && value <= getUpperBound()) {
          String label = value < 1 ? Double.toString(value) : Numbers.count(Math.round(value));
          ticks.add(
              new NumberTick(value, label, TextAnchor.CENTER_RIGHT, TextAnchor.CENTER_RIGHT, 0));
        }
      }
    }
    return ticks;
  }
}
