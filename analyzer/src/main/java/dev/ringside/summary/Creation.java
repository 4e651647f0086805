package dev.ringside.summary;

import dev.ringside.trace.record.ChannelCounts;
import dev.ringside.trace.record.CommunicatorInit;
import dev.ringside.trace.record.CommunicatorShape;
import dev.ringside.trace.record.CostTableRow;
import dev.ringside.trace.record.GraphChannel;
import dev.ringside.trace.record.GraphPattern;
import dev.ringside.trace.record.RingOrder;
import dev.ringside.trace.record.ThreadThresholds;
import dev.ringside.trace.record.TraceRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What one process said while it made one communicator, collected line by line. */
final class Creation {
  final CommunicatorId id;
  Optional<CommunicatorInit> start = Optional.empty();
  Optional<CommunicatorInit> complete = Optional.empty();
  Optional<CommunicatorShape> shape = Optional.empty();
  Optional<CommunicatorId> parent = Optional.empty();

  /** How manieth child of its parent, where NCCL does not print that. */
  int child = -1;

  /** Byte of the first line about it. */
  long firstOffset = Long.MAX_VALUE;

  boolean isDestroyed;
  final List<CostTableRow> costRows = new ArrayList<>();
  final List<GraphPattern> patterns = new ArrayList<>();
  final List<GraphChannel> channels = new ArrayList<>();
  final List<RingOrder> rings = new ArrayList<>();
  Optional<ThreadThresholds> thresholds = Optional.empty();
  Optional<ChannelCounts> channelCounts = Optional.empty();
  final Map<String, Long> transports = new TreeMap<>();

  Creation(CommunicatorId id) {
    this.id = id;
  }

  /** Takes a line that names no communicator; whether it is one of those. */
  boolean take(TraceRecord record) {
    if (record instanceof CostTableRow r) {
      costRows.add(r);
    } else if (record instanceof GraphPattern p) {
      patterns.add(p);
    } else if (record instanceof GraphChannel c) {
      channels.add(c);
    } else if (record instanceof RingOrder r) {
      rings.add(r);
    } else if (record instanceof ThreadThresholds t) {
      thresholds = Optional.of(t);
    } else if (record instanceof ChannelCounts c) {
      channelCounts = Optional.of(c);
    } else {
      return false;
    }
    return true;
  }

  /** Puts what was said before the communicator was named in front of what follows. */
  void take(Creation earlier) {
    costRows.addAll(0, earlier.costRows);
    patterns.addAll(0, earlier.patterns);
    channels.addAll(0, earlier.channels);
    rings.addAll(0, earlier.rings);
    thresholds = thresholds.or(() -> earlier.thresholds);
    channelCounts = channelCounts.or(() -> earlier.channelCounts);
    earlier.transports.forEach((t, n) -> transports.merge(t, n, Long::sum));
  }

  /**
   * A log that begins between Init START and the line about nodes has the latter under no name:
   * what follows it at the same pointer is that communicator.
   */
  void takeShape(Creation earlier) {
    boolean isUnnamed = earlier.init().isEmpty() && !earlier.isDestroyed;
    if (isUnnamed && shape.isEmpty() && earlier.shape.isPresent()) {
      shape = earlier.shape;
      earlier.shape = Optional.empty();
    }
  }

  boolean isEmpty() {
    return costRows.isEmpty()
        && patterns.isEmpty()
        && rings.isEmpty()
        && thresholds.isEmpty()
        && channelCounts.isEmpty()
        && transports.isEmpty();
  }

  /** Either line about its making; COMPLETE where both are there. */
  Optional<CommunicatorInit> init() {
    return complete.or(() -> start);
  }

  long commId() {
    return init().map(CommunicatorInit::commId).orElse(0L);
  }

  int rank() {
    return init()
        .map(CommunicatorInit::rank)
        .or(() -> shape.map(CommunicatorShape::rank))
        .orElse(-1);
  }

  int nRanks() {
    return init()
        .map(CommunicatorInit::nRanks)
        .or(() -> shape.map(CommunicatorShape::nRanks))
        .orElse(-1);
  }

  int nNodes() {
    return shape.map(CommunicatorShape::nNodes).orElse(-1);
  }
}
