package dev.ringside.summary;

import dev.ringside.trace.record.CommunicatorInit;
import dev.ringside.trace.record.GraphPattern;
import dev.ringside.trace.record.RingOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One rank's side of a communicator with its calls.
 *
 * @param writerRank rank that the writer of the calls states; -1 where it states none
 * @param creation what was said while it was made; empty of lines where that is not shown
 * @param calls in order of key
 * @param openRuns runs at both ends of the source; none where the source is not whole
 * @param isFromLog whether it stands in a log, rather than in a document of a profiler
 */
record Member(
    CommunicatorId id,
    int writerRank,
    Creation creation,
    List<CallStats> calls,
    List<Run> openRuns,
    boolean isFromLog) {

  /** All members of a source. */
  static List<Member> of(WholeSource source) {
    boolean isLog = source.isLog();
    Map<CommunicatorId, Creation> creations = new TreeMap<>();
    Creations made = Creations.of(source);
    creations.putAll(made.byId());
    List<Member> members = new ArrayList<>();
    for (PointerHistory p : source.piece().pointers()) {
      for (int i = 0; i < p.incarnations().size(); i++) {
        CommunicatorId id =
            new CommunicatorId(source.source().name(), p.host(), p.pid(), p.comm(), i);
        Incarnation incarnation = p.incarnations().get(i);
        Creation creation = Optional.ofNullable(creations.remove(id)).orElse(new Creation(id));
        members.addAll(of(id, creation, incarnation, source));
      }
    }
    creations.forEach((id, c) -> members.add(new Member(id, -1, c, List.of(), List.of(), isLog)));
    return placed(members, made.unnamed());
  }

  private static List<Member> of(
      CommunicatorId id, Creation creation, Incarnation incarnation, WholeSource source) {
    Map<Integer, List<CallStats>> byRank = new TreeMap<>();
    saidOnce(incarnation.calls())
        .forEach(c -> byRank.computeIfAbsent(c.key().writerRank(), r -> new ArrayList<>()).add(c));
    if (byRank.isEmpty() && creation.init().isPresent()) {
      byRank.put(-1, List.of());
    }
    List<Run> ends = new ArrayList<>();
    if (source.isWhole()) {
      incarnation.head().ifPresent(ends::add);
      incarnation.tail().ifPresent(ends::add);
    }
    List<Member> members = new ArrayList<>();
    byRank.forEach(
        (rank, calls) ->
            members.add(
                new Member(
                    id,
                    rank,
                    creation,
                    calls,
                    ends.stream().filter(r -> r.key().writerRank() == rank).toList(),
                    source.isLog())));
    return members;
  }

  /**
   * NCCL's API trace ({@code NCCL CALL} lines, the only ones of a process without a device) says
   * once more what lines of subsystem COLL say (NCCL src/enqueue.cc, ncclEnqueueCheck, prints
   * both). Of a message that both show, the fuller count stays.
   */
  private static List<CallStats> saidOnce(List<CallStats> calls) {
    if (calls.stream().mapToInt(Member::form).distinct().count() < 2) {
      return calls;
    }
    Map<MessageKey, long[]> counts = new HashMap<>();
    for (CallStats c : calls) {
      counts.computeIfAbsent(MessageKey.of(c.key()), k -> new long[2])[form(c)] += c.calls();
    }
    return calls.stream()
        .filter(
            c -> {
              long[] n = counts.get(MessageKey.of(c.key()));
              return form(c) == 0 ? n[0] >= n[1] : n[1] > n[0];
            })
        .toList();
  }

  /** 0 for a line that names a device, 1 for one that does not. */
  private static int form(CallStats c) {
    return c.key().device() >= 0 ? 0 : 1;
  }

  /**
   * Gives what was said outside any making to the one communicator of the process that moves data;
   * where there is none, it stands for itself.
   */
  private static List<Member> placed(List<Member> members, List<Creation> unnamed) {
    List<Member> all = new ArrayList<>(members);
    for (Creation c : unnamed) {
      List<Member> candidates =
          members.stream()
              .filter(m -> m.id.host().equals(c.id.host()) && m.id.pid() == c.id.pid())
              .filter(m -> m.nRanks() != 1)
              .toList();
      if (candidates.size() == 1) {
        candidates.get(0).creation.take(c);
      } else if (candidates.isEmpty()) {
        all.add(new Member(c.id, -1, c, List.of(), List.of(), true));
      } else {
        candidates.forEach(m -> takeTransports(m, c));
      }
    }
    return all;
  }

  /** Connections at first use are those of any communicator of the process that shows none. */
  private static void takeTransports(Member m, Creation unnamed) {
    if (m.creation.transports.isEmpty()) {
      m.creation.transports.putAll(unnamed.transports);
    }
  }

  /** The same with these calls. */
  Member with(List<CallStats> others) {
    return new Member(id, writerRank, creation, others, openRuns, isFromLog);
  }

  int rank() {
    return creation.rank() >= 0 ? creation.rank() : writerRank;
  }

  int nRanks() {
    int made = creation.nRanks();
    return made > 0 ? made : calls.stream().mapToInt(c -> c.key().nRanks()).max().orElse(-1);
  }

  int device() {
    int made = creation.init().map(CommunicatorInit::cudaDev).orElse(-1);
    return made >= 0 ? made : calls.stream().mapToInt(c -> c.key().device()).max().orElse(-1);
  }

  long firstOffset() {
    return calls.stream().mapToLong(CallStats::firstOffset).min().orElse(Long.MAX_VALUE);
  }

  /**
   * Whether its pointer is a number that all ranks share: formats without streams have no pointer.
   */
  boolean isSharedNumber() {
    return !isFromLog;
  }

  long callCount() {
    return calls.stream().mapToLong(CallStats::calls).sum();
  }

  Optional<TransportClass> transportClass() {
    Optional<TransportClass> slowest = Optional.empty();
    boolean isNvlink =
        !creation.patterns.isEmpty()
            && creation.patterns.stream().map(GraphPattern::typeIntra).allMatch("NVL"::equals);
    for (String transport : creation.transports.keySet()) {
      TransportClass c = TransportClass.of(transport, isNvlink);
      if (slowest.isEmpty() || c.compareTo(slowest.get()) > 0) {
        slowest = Optional.of(c);
      }
    }
    return slowest;
  }

  Communicator communicator(String group) {
    Optional<CommunicatorInit> init = creation.init();
    return new Communicator(
        id,
        group,
        creation.commId(),
        rank(),
        nRanks(),
        creation.nNodes(),
        device(),
        init.map(CommunicatorInit::busId).orElse(""),
        creation.parent,
        init.map(CommunicatorInit::color).orElse(-1),
        creation.start.isPresent(),
        creation.complete.isPresent(),
        creation.isDestroyed,
        creation.transports,
        transportClass(),
        creation.patterns,
        creation.rings.stream().map(RingOrder::ranks).toList(),
        creation.channelCounts.map(c -> c.coll()).orElse(-1),
        creation.channelCounts.map(c -> c.nvls()).orElse(-1),
        creation.thresholds.map(t -> t.values()).orElse(List.of()),
        CostRows.of(creation.costRows).printed());
  }
}
