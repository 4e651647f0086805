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

/** A logarithmic axis of message sizes with ticks at powers of two, in binary units. */
final class ByteAxis extends LogAxis {
  private static final long serialVersionUID = 1L;
  private static final int MOST_TICKS = 11;

  ByteAxis(String label) {
    super(label);
    setBase(2);
  }

  /** Leaves half a power of two on both sides. */
  static ByteAxis over(long smallest, long largest) {
    ByteAxis axis = new ByteAxis("message size");
    axis.setRange(smallest / Math.sqrt(2), largest * Math.sqrt(2));
    return axis;
  }

  @Override
  protected List<Tick> refreshTicksHorizontal(
      Graphics2D g, Rectangle2D dataArea, RectangleEdge edge) {
    int first = (int) Math.ceil(Math.log(getLowerBound()) / Math.log(2));
    int last = (int) Math.floor(Math.log(getUpperBound()) / Math.log(2));
    int every = Math.max(1, (int) Math.ceil((last - first + 1) / (double) MOST_TICKS));
    List<Tick> ticks = new ArrayList<>();
    for (int power = first; power <= last; power++) {
      long bytes = 1L << Math.max(0, power);
      String label = (power - first) % every == 0 ? Numbers.bytes(bytes) : "";
      ticks.add(new NumberTick((double) bytes, label, TextAnchor.TOP_CENTER, TextAnchor.CENTER, 0));
    }
    return ticks;
  }
}
