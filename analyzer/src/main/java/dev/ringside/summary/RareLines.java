package dev.ringside.summary;

import dev.ringside.trace.record.CommunicatorEnd;
import dev.ringside.trace.record.CommunicatorInit;
import dev.ringside.trace.record.EnvironmentSetting;
import dev.ringside.trace.record.Message;
import dev.ringside.trace.record.NetworkLine;
import dev.ringside.trace.record.PluginLine;
import dev.ringside.trace.record.RcclSign;
import dev.ringside.trace.record.RepeatedLines;
import dev.ringside.trace.record.TraceRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Rare records of one piece of a source, in order: tables, patterns and topologies are put together
 * from them only when a summary is read, so that a cut through one of them does no harm.
 *
 * @param lines the first of each kind and thread
 * @param unkept lines over a limit, by kind and thread; without either for all further ones
 */
public record RareLines(List<RareLine> lines, List<Unkept> unkept) {

  public static final RareLines EMPTY = new RareLines(List.of(), List.of());

  /** Lines of one kind and thread that are over the limit. */
  public record Unkept(String host, long pid, long tid, String kind, long count) {}

  public RareLines {
    lines = List.copyOf(lines);
    unkept = List.copyOf(unkept);
  }

  static RareLines of(List<RareLine> lines) {
    return EMPTY.then(new RareLines(lines, List.of()));
  }

  /** This, followed by {@code right}. */
  RareLines then(RareLines right) {
    Join join = new Join();
    unkept.forEach(join::drop);
    lines.forEach(join::keep);
    right.lines.forEach(join::add);
    right.unkept.forEach(join::drop);
    return join.result();
  }

  private static final class Join {
    private final List<RareLine> lines = new ArrayList<>();
    private final Map<Slot, Long> unkept = new TreeMap<>();
    private final Map<Slot, int[]> kept = new HashMap<>();
    private final Set<TraceRecord> signs = new HashSet<>();

    void keep(RareLine line) {
      if (line.record() instanceof RcclSign) {
        signs.add(line.record());
      }
      int[] slot = kept.computeIfAbsent(Slot.of(line), s -> new int[2]);
      slot[0]++;
      slot[1] = lines.size();
      lines.add(line);
    }

    void add(RareLine line) {
      if (line.record() instanceof RcclSign && !signs.add(line.record())) {
        return; // said once for each piece, so how often says where the source was cut
      }
      Slot slot = Slot.of(line);
      int[] before = kept.get(slot);
      if (unkept.containsKey(slot) || lines.size() >= SummaryLimits.ALL_RARE_LINES) {
        drop(slot, line.count());
      } else if (before != null && isRepeated(lines.get(before[1]), line)) {
        RareLine first = lines.get(before[1]);
        lines.set(
            before[1],
            new RareLine(
                first.offset(), first.where(), first.record(), first.count() + line.count()));
      } else if (before != null && before[0] >= limit(line.record())) {
        drop(slot, line.count());
      } else {
        keep(line);
      }
    }

    void drop(Unkept u) {
      drop(new Slot(u.host, u.pid, u.tid, u.kind), u.count);
    }

    private void drop(Slot slot, long count) {
      unkept.merge(slot, count, Long::sum);
    }

    RareLines result() {
      List<Unkept> dropped = new ArrayList<>();
      long others = Optional.ofNullable(unkept.remove(Slot.OTHERS)).orElse(0L);
      for (Map.Entry<Slot, Long> e : unkept.entrySet()) {
        Slot s = e.getKey();
        if (dropped.size() < SummaryLimits.UNKEPT_SLOTS) {
          dropped.add(new Unkept(s.host, s.pid, s.tid, s.kind, e.getValue()));
        } else {
          others += e.getValue();
        }
      }
      if (others > 0) {
        Slot s = Slot.OTHERS;
        dropped.add(new Unkept(s.host, s.pid, s.tid, s.kind, others));
      }
      return new RareLines(lines, dropped);
    }
  }

  private static boolean isRepeated(RareLine before, RareLine line) {
    TraceRecord r = line.record();
    boolean mayFold =
        r instanceof Message
            || r instanceof NetworkLine
            || r instanceof PluginLine
            || r instanceof EnvironmentSetting
            || r instanceof RepeatedLines;
    return mayFold && before.record().equals(r) && before.where().equals(line.where());
  }

  private static int limit(TraceRecord record) {
    return record instanceof CommunicatorInit || record instanceof CommunicatorEnd
        ? SummaryLimits.INIT_LINES
        : SummaryLimits.RARE_LINES;
  }

  private record Slot(String host, long pid, long tid, String kind) implements Comparable<Slot> {
    /**
     * Of those that are not counted each by itself. They are taken out before the rest is counted
     * and put behind it, so that a slot that is among the first of a whole is so in each piece, and
     * its count is exact.
     */
    static final Slot OTHERS = new Slot("", -1, -1, "");

    static Slot of(RareLine line) {
      return new Slot(
          Sites.host(line.where()),
          line.where().pid(),
          line.where().tid(),
          line.record().getClass().getSimpleName());
    }

    @Override
    public int compareTo(Slot o) {
      int order = host.compareTo(o.host);
      order = order != 0 ? order : Long.compare(pid, o.pid);
      order = order != 0 ? order : Long.compare(tid, o.tid);
      return order != 0 ? order : kind.compareTo(o.kind);
    }
  }
}
