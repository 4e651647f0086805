package dev.ringside.summary;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds the streams that CUDA graphs were captured on. The default stream cannot be captured. An
 * engine captures its batch sizes largest first and each equally often; sizes that two kinds of
 * graphs share come a multiple of times, and those are the smaller ones.
 */
final class CaptureStreams {
  private CaptureStreams() {}

  private record Lane(long stream, MessageKey anySize) implements Comparable<Lane> {
    static Lane of(CallKey k) {
      return new Lane(k.stream(), new MessageKey(k.collective(), k.dataType(), k.redOp(), 0));
    }

    MessageKey message(long bytes) {
      return new MessageKey(anySize.collective(), anySize.dataType(), anySize.redOp(), bytes);
    }

    @Override
    public int compareTo(Lane o) {
      return stream != o.stream ? Long.compare(stream, o.stream) : anySize.compareTo(o.anySize);
    }
  }

  private record Size(long calls, long firstOffset) {
    Size plus(Size other) {
      return new Size(calls + other.calls, Math.min(firstOffset, other.firstOffset));
    }
  }

  /** Messages that the member put on such a stream. */
  static Set<MessageKey> messages(Member member) {
    Map<Lane, TreeMap<Long, Size>> lanes = new TreeMap<>();
    for (CallStats c : member.calls()) {
      boolean isNamed = c.key().stream() != 0 && c.key().stream() != -1;
      if (isNamed && !MessageKey.isBarrier(c.key())) {
        lanes
            .computeIfAbsent(Lane.of(c.key()), l -> new TreeMap<>(Comparator.reverseOrder()))
            .merge(c.key().bytes(), new Size(c.calls(), c.firstOffset()), Size::plus);
      }
    }
    Set<MessageKey> captured = new TreeSet<>();
    lanes.forEach(
        (lane, sizes) -> {
          if (isCapture(new ArrayList<>(sizes.values()))) {
            sizes.keySet().forEach(bytes -> captured.add(lane.message(bytes)));
          }
        });
    return captured;
  }

  /** Two sizes in falling order are chance; an engine's capture list is longer. */
  private static final int FEWEST_SIZES = 3;

  /** {@code sizes} from the largest message down. */
  private static boolean isCapture(List<Size> sizes) {
    for (int i = 1; i < sizes.size(); i++) {
      Size larger = sizes.get(i - 1);
      Size size = sizes.get(i);
      boolean isLater = size.firstOffset > larger.firstOffset;
      boolean isAsOften = size.calls >= larger.calls && size.calls % sizes.get(0).calls == 0;
      if (!isLater || !isAsOften) {
        return false;
      }
    }
    return sizes.size() >= FEWEST_SIZES;
  }
}
