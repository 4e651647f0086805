package dev.ringside.doctor;

import dev.ringside.trace.record.RasMismatch;
import dev.ringside.trace.record.WatchdogTimeout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Ranks that issued different operations at the same position. */
final class CollectiveMismatch extends Rule {
  CollectiveMismatch() {
    super("collective-mismatch", FindingSeverity.ERROR, Layer.SOFTWARE, ALL_RELEASES);
  }

  private static final String REMEDY =
      "Not the network: compare what the program does on both ranks. TORCH_NCCL_TRACE_BUFFER_SIZE="
          + "2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1 writes a flight-recorder dump a rank with the stack"
          + " of each call";

  @Override
  public List<Finding> examine(Observations seen) {
    List<Finding> out = new ArrayList<>();
    ofCalls(seen).ifPresent(out::add);
    ofWatchdogs(seen).ifPresent(out::add);
    ofRas(seen).ifPresent(out::add);
    return out;
  }

  private Optional<Finding> ofCalls(Observations seen) {
    for (List<CallHistory> group : CallHistory.comparable(seen)) {
      CallHistory first = group.get(0);
      for (CallHistory other : group.subList(1, group.size())) {
        if (CallOrder.compare(first, other) == CallOrder.Outcome.DIFFERENT) {
          return Optional.of(
              finding(
                  other.place(),
                  "Ranks of one communicator call different operations: "
                      + first.who()
                      + " "
                      + said(first)
                      + ", "
                      + other.who()
                      + " "
                      + said(other)
                      + ". The job hangs there, however equal the numbers of calls are.",
                  REMEDY));
        }
      }
    }
    return Optional.empty();
  }

  private static String said(CallHistory h) {
    return h.calls().isEmpty()
        ? h.counts().keySet().stream()
            .map(c -> c.collective().ncclName())
            .distinct()
            .collect(Collectors.joining(", "))
        : h.calls().get(h.calls().size() - 1).toString();
  }

  private record Position(String group, long sequence) implements Comparable<Position> {
    @Override
    public int compareTo(Position other) {
      return Comparator.comparing(Position::group)
          .thenComparingLong(Position::sequence)
          .compare(this, other);
    }
  }

  private Optional<Finding> ofWatchdogs(Observations seen) {
    // Groups count their calls each for itself.
    Map<Position, Map<String, Sighting<WatchdogTimeout>>> bySequence = new TreeMap<>();
    for (Sighting<WatchdogTimeout> s : seen.all(WatchdogTimeout.class)) {
      if (s.record().sequence() < 0) {
        continue;
      }
      bySequence
          .computeIfAbsent(
              new Position(s.record().group(), s.record().sequence()), k -> new LinkedHashMap<>())
          .putIfAbsent(s.record().op(), s);
    }
    return bySequence.entrySet().stream()
        .filter(e -> e.getValue().size() > 1)
        .findFirst()
        .map(
            e ->
                finding(
                    e.getValue().values().iterator().next().place(),
                    "At call "
                        + e.getKey().sequence()
                        + " the ranks wait in different operations: "
                        + e.getValue().values().stream()
                            .map(s -> "rank " + s.record().rank() + " in " + s.record().op())
                            .collect(Collectors.joining(", "))
                        + ". They wait for each other, not for a slow network.",
                    REMEDY));
  }

  /** The minority that the report names may be ahead as well as behind. */
  private Optional<Finding> ofRas(Observations seen) {
    List<Sighting<RasMismatch>> lines = firstReport(seen.all(RasMismatch.class));
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    String operation =
        lines.stream()
            .map(s -> s.record().operation())
            .filter(o -> !o.isEmpty())
            .findFirst()
            .orElse("operation");
    List<RasMismatch> reached =
        lines.stream()
            .map(Sighting::record)
            .filter(r -> r.part() == RasMismatch.Part.COUNT)
            .sorted(Comparator.comparingLong(RasMismatch::number))
            .toList();
    String named =
        lines.stream()
            .filter(s -> s.record().part() == RasMismatch.Part.NAMED)
            .map(s -> String.valueOf(s.record().number()))
            .collect(Collectors.joining(", "));
    return Optional.of(
        finding(
            lines.get(0).place(),
            "Ranks have launched different numbers of "
                + operation
                + ": "
                + reached.stream()
                    .map(
                        r ->
                            r.ranks()
                                + (r.ranks() == 1 ? " rank" : " ranks")
                                + " up to "
                                + r.number())
                    .collect(Collectors.joining(", "))
                + "."
                + whoLags(reached, named),
            "Ask again a few seconds later whether the numbers move: ncclras -v; then look at the"
                + " ranks that are behind: py-spy dump --pid PID"));
  }

  /** Each communicator and operation has counts of its own, behind a line that names it. */
  private static List<Sighting<RasMismatch>> firstReport(List<Sighting<RasMismatch>> all) {
    for (int i = 1; i < all.size(); i++) {
      if (all.get(i).record().part() == RasMismatch.Part.HEAD) {
        return all.subList(0, i);
      }
    }
    return all;
  }

  private static String whoLags(List<RasMismatch> reached, String named) {
    if (reached.size() < 2 || named.isEmpty()) {
      return "";
    }
    boolean isAhead = reached.get(0).ranks() > reached.get(reached.size() - 1).ranks();
    return " The ranks named ("
        + named
        + ") are the minority: they are "
        + (isAhead ? "ahead; the others lag." : "behind.");
  }
}
