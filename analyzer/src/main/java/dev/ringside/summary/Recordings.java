package dev.ringside.summary;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Whether inputs of several formats may have recorded one run. Nothing in a log, a dump of PyTorch
 * and a profiler's file ties a call of the one to a call of the other, so their counts are added.
 */
final class Recordings {
  private Recordings() {}

  /** Operation and bytes. */
  private record Message(Collective op, long bytes) implements Comparable<Message> {
    @Override
    public int compareTo(Message o) {
      int byOp = op.compareTo(o.op);
      return byOp != 0 ? byOp : Long.compare(bytes, o.bytes);
    }
  }

  /** What to say where two formats hold calls of the same sizes; empty where none do. */
  static Optional<Loss> inSeveralFormats(List<WholeSource> sources) {
    if (sources.stream().map(s -> s.source().kind()).distinct().count() < 2) {
      return Optional.empty();
    }
    Map<String, Set<Message>> byFormat = new TreeMap<>();
    List<WholeSource> withCalls = new ArrayList<>();
    for (WholeSource s : sources) {
      Set<Message> messages = messages(s);
      if (!messages.isEmpty()) {
        byFormat.computeIfAbsent(s.source().kind(), k -> new TreeSet<>()).addAll(messages);
        withCalls.add(s);
      }
    }
    for (WholeSource s : withCalls) {
      for (Map.Entry<String, Set<Message>> other : byFormat.entrySet()) {
        Set<Message> both = messages(s);
        both.retainAll(other.getValue());
        if (!s.isLog() && !other.getKey().equals(s.source().kind()) && !both.isEmpty()) {
          return Optional.of(said(s, other.getKey(), both.size()));
        }
      }
    }
    return Optional.empty();
  }

  private static Set<Message> messages(WholeSource source) {
    Set<Message> messages = new TreeSet<>();
    for (PointerHistory p : source.piece().pointers()) {
      for (Incarnation i : p.incarnations()) {
        i.calls().stream()
            .map(CallStats::key)
            .filter(k -> k.nRanks() != 1 && !MessageKey.isBarrier(k))
            .forEach(k -> messages.add(new Message(k.collective(), k.bytes())));
      }
    }
    return messages;
  }

  private static Loss said(WholeSource source, String other, int sizes) {
    return new Loss(
        "several-recordings",
        Severity.INFO,
        source.source().name(),
        -1,
        "calls of "
            + sizes
            + (sizes == 1 ? " size" : " sizes")
            + " stand here and in an input of another format ("
            + (other.equals("text") ? "log" : other)
            + "): if both recorded one run, they count twice; give one of them");
  }
}
