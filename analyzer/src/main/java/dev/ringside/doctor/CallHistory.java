package dev.ringside.doctor;

import dev.ringside.summary.CallKey;
import dev.ringside.summary.CallStats;
import dev.ringside.summary.Communicator;
import dev.ringside.summary.CommunicatorGroup;
import dev.ringside.summary.CommunicatorId;
import dev.ringside.summary.Incarnation;
import dev.ringside.summary.PointerHistory;
import dev.ringside.summary.Run;
import dev.ringside.summary.SourceSummary;
import dev.ringside.summary.TraceSummary;
import dev.ringside.summary.Traffic;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Calls of one rank on one communicator, in order as far as the summary keeps it.
 *
 * @param group key of its {@link CommunicatorGroup}
 * @param rank -1 unknown
 * @param isFromBegin whether its creation is shown, so that the first call is the first there was
 * @param calls in order; empty where the summary does not keep all of them in order
 * @param counts calls by what they are
 * @param place the first of them
 */
record CallHistory(
    String group,
    String host,
    long pid,
    int rank,
    int device,
    boolean isFromBegin,
    CallsOfRuns calls,
    Map<Call, Long> counts,
    Place place) {

  // Longer histories are compared by their counts.
  private static final int MOST_CALLS = 1 << 16;

  /** What has to be the same on all ranks at one position. */
  record Call(Collective collective, DataType type, long count) implements Comparable<Call> {
    private static final Comparator<Call> ORDER =
        Comparator.comparing(Call::collective)
            .thenComparing(Call::type)
            .thenComparingLong(Call::count);

    static Call of(CallKey key) {
      return new Call(key.collective(), key.dataType(), key.count());
    }

    /** Send and receive differ between ranks by nature. */
    boolean isOfAllRanks() {
      return collective != Collective.SEND
          && collective != Collective.RECV
          && collective != Collective.UNKNOWN;
    }

    @Override
    public int compareTo(Call other) {
      return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
      return collective.ncclName() + " of " + count + " elements";
    }
  }

  static List<CallHistory> of(TraceSummary summary, Traffic traffic) {
    Map<CommunicatorId, List<Communicator>> known = new HashMap<>();
    traffic
        .communicators()
        .forEach(c -> known.computeIfAbsent(c.id(), k -> new ArrayList<>()).add(c));
    List<CallHistory> out = new ArrayList<>();
    for (SourceSummary source : summary.sources()) {
      for (PointerHistory p : source.whole() ? source.pieces().get(0).pointers() : NONE) {
        for (int i = 0; i < p.incarnations().size(); i++) {
          CommunicatorId id =
              new CommunicatorId(source.source().name(), p.host(), p.pid(), p.comm(), i);
          for (Communicator c : known.getOrDefault(id, List.of())) {
            of(c, p.incarnations().get(i)).ifPresent(out::add);
          }
        }
      }
    }
    return out;
  }

  private static final List<PointerHistory> NONE = List.of();

  private static Optional<CallHistory> of(Communicator c, Incarnation incarnation) {
    boolean isStated =
        incarnation.calls().stream()
            .anyMatch(s -> s.key().writerRank() == c.rank() && c.rank() >= 0);
    Predicate<CallKey> isOwn = k -> !isStated || k.writerRank() == c.rank();
    Map<Call, Long> counts = new TreeMap<>();
    long first = Long.MAX_VALUE;
    for (CallStats s : incarnation.calls()) {
      if (isOwn.test(s.key()) && Call.of(s.key()).isOfAllRanks()) {
        counts.merge(Call.of(s.key()), s.calls(), Long::sum);
        first = Math.min(first, s.firstOffset());
      }
    }
    if (counts.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new CallHistory(
            c.group(),
            c.id().host(),
            c.id().pid(),
            c.rank(),
            c.device(),
            c.started() || c.completed(),
            inOrder(incarnation, isOwn, counts),
            counts,
            new Place(c.id().source(), first)));
  }

  private static CallsOfRuns inOrder(
      Incarnation incarnation, Predicate<CallKey> isOwn, Map<Call, Long> counts) {
    long total = counts.values().stream().mapToLong(n -> n).sum();
    List<Run> runs = new ArrayList<>();
    incarnation.head().ifPresent(runs::add);
    runs.addAll(incarnation.firstRuns());
    incarnation.tail().ifPresent(runs::add);
    List<Run> own =
        runs.stream().filter(r -> isOwn.test(r.key()) && Call.of(r.key()).isOfAllRanks()).toList();
    if (total > MOST_CALLS || own.stream().mapToLong(Run::length).sum() != total) {
      return CallsOfRuns.NONE;
    }
    return new CallsOfRuns(own);
  }

  long total() {
    return counts.values().stream().mapToLong(n -> n).sum();
  }

  /** For a person. */
  String who() {
    String who = rank >= 0 ? "rank " + rank : device >= 0 ? "device " + device : "one rank";
    return host.isEmpty() ? who : who + " on " + host;
  }

  /**
   * Histories by group, of groups with several ranks none of whose lines a collector folded.
   * Profilers sample calls, so only logs and flight recorders count.
   */
  static List<List<CallHistory>> comparable(Observations seen) {
    Set<String> inOrder = new HashSet<>();
    seen.traffic().sources().stream()
        .filter(s -> s.kind().equals("text") || s.kind().equals("flight-recorder"))
        .forEach(s -> inOrder.add(s.name()));
    Map<String, Integer> sizes = new HashMap<>();
    seen.traffic().groups().forEach(g -> sizes.put(g.key(), g.nRanks()));
    Set<String> guessed = guessed(seen, sizes);
    Map<String, List<CallHistory>> byGroup = new LinkedHashMap<>();
    for (CallHistory h : seen.histories()) {
      byGroup.computeIfAbsent(h.group(), k -> new ArrayList<>()).add(h);
    }
    return byGroup.values().stream()
        .filter(g -> g.size() > 1)
        .filter(
            g -> guessed.isEmpty() || g.stream().noneMatch(h -> guessed.contains(h.writer(sizes))))
        .filter(g -> g.stream().allMatch(h -> inOrder.contains(h.place().source())))
        .filter(g -> g.stream().noneMatch(h -> seen.isFolded(h.place().source())))
        .toList();
  }

  /**
   * Writers with several communicators of one size whose making is not shown: their groups are put
   * together by size and order alone, and nothing tells whose is which.
   */
  private static Set<String> guessed(Observations seen, Map<String, Integer> sizes) {
    Set<String> once = new HashSet<>();
    Set<String> more = new HashSet<>();
    for (CallHistory h : seen.histories()) {
      if (!h.isFromBegin() && !once.add(h.writer(sizes))) {
        more.add(h.writer(sizes));
      }
    }
    return more;
  }

  private String writer(Map<String, Integer> sizes) {
    return String.join(
        " ",
        place.source(),
        host,
        Long.toString(pid),
        Integer.toString(device),
        Integer.toString(rank),
        sizes.getOrDefault(group, -1).toString());
  }
}
