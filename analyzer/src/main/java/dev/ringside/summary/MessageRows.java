package dev.ringside.summary;

import dev.ringside.trace.record.Collective;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** The rows of one communicator. */
final class MessageRows {
  /** Bytes; 32,768 elements of two bytes, twice the hidden size of Llama 3.1 405B. */
  private static final long LARGEST_TOKEN = 64 << 10;

  private final String group;
  private final List<Member> members;
  private final List<Member> sameRanks;
  private final Shape shape;
  private final List<EngineFacts> engines;
  private final Optional<ModelShapeHint> model;
  private final int nRanks;
  private final int nNodes;
  private final Set<MessageKey> captured = new TreeSet<>();

  /** Calls of each member that made any. */
  private final Map<MessageKey, List<List<CallStats>>> messages = new TreeMap<>();

  private MessageRows(
      String group,
      List<Member> members,
      List<Member> sameRanks,
      Shape shape,
      List<EngineFacts> engines,
      Optional<ModelShapeHint> model) {
    this.group = group;
    this.members = members;
    this.sameRanks = sameRanks;
    this.shape = shape;
    this.engines = engines;
    this.model = model;
    nRanks = Grouping.nRanks(members);
    nNodes = Grouping.nNodes(members);
    sameRanks.forEach(m -> captured.addAll(CaptureStreams.messages(m)));
    members.forEach(this::add);
  }

  private void add(Member m) {
    Map<MessageKey, List<CallStats>> own = new TreeMap<>();
    for (CallStats c : m.calls()) {
      if (!MessageKey.isBarrier(c.key())) {
        own.computeIfAbsent(MessageKey.of(c.key()), k -> new ArrayList<>(1)).add(c);
      }
    }
    own.forEach((k, calls) -> messages.computeIfAbsent(k, x -> new ArrayList<>()).add(calls));
  }

  /**
   * Of one group.
   *
   * @param sameRanks members of all communicators of its ranks, its own included: what one of them
   *     captures is decode on the others too, where it was warmed up
   */
  static List<MessageRow> of(
      String group,
      List<Member> members,
      List<Member> sameRanks,
      Shape shape,
      List<EngineFacts> engines,
      Optional<ModelShapeHint> model) {
    MessageRows rows = new MessageRows(group, members, sameRanks, shape, engines, model);
    Optional<Figure> sequence = rows.sequence();
    Optional<Figure> engine = rows.engineCalls(sequence);
    return rows.messages.keySet().stream().map(k -> rows.row(k, engine, sequence)).toList();
  }

  /** Of the member that logged most. */
  private Optional<Figure> sequence() {
    return members.stream()
        .max(Comparator.comparingLong(Member::callCount))
        .flatMap(CallSequence::of);
  }

  /**
   * Calls per pass by the engine's warm-up rule, where all captured sizes agree on it and a
   * confirmed sequence does not speak against it.
   */
  private Optional<Figure> engineCalls(Optional<Figure> sequence) {
    if (engines.isEmpty()) {
      return Optional.empty();
    }
    NavigableSet<Long> logged = new TreeSet<>();
    for (MessageKey k : messages.keySet()) {
      if (phase(k).filter(p -> p.phase == Phase.DECODE).isPresent()
          && k.collective() == Collective.ALL_REDUCE) {
        logged.add(callsOfSameRanks(k));
      }
    }
    for (EngineFacts engine : engines) {
      OptionalLong calls = EnginePasses.callsPerPass(engine, logged);
      if (calls.isPresent()) {
        long value = calls.getAsLong();
        boolean isRefuted =
            sequence.filter(s -> !s.isUpperBound() && s.value() % value != 0).isPresent();
        return isRefuted ? Optional.empty() : Optional.of(Figure.of(value, Basis.ENGINE));
      }
    }
    return Optional.empty();
  }

  private record PhaseOf(Phase phase, Basis basis) {}

  private Optional<PhaseOf> phase(MessageKey k) {
    if (captured.contains(k)) {
      boolean isPrefill = isDeclared(k, EngineFacts::prefillCaptureSizes);
      return Optional.of(new PhaseOf(isPrefill ? Phase.PREFILL : Phase.DECODE, Basis.STREAM));
    }
    if (!captured.isEmpty()) {
      return Optional.of(new PhaseOf(Phase.EAGER, Basis.STREAM));
    }
    if (isDeclared(k, EngineFacts::decodeGraphTokens)) {
      return Optional.of(new PhaseOf(Phase.DECODE, Basis.ENGINE));
    }
    if (isDeclared(k, EngineFacts::prefillCaptureSizes)) {
      return Optional.of(new PhaseOf(Phase.PREFILL, Basis.ENGINE));
    }
    return isAboveDeclared(k)
        ? Optional.of(new PhaseOf(Phase.EAGER, Basis.ENGINE))
        : Optional.empty();
  }

  private boolean isDeclared(MessageKey k, Function<EngineFacts, Set<Integer>> sizes) {
    return shape
        .batch(k)
        .filter(b -> engines.stream().anyMatch(e -> sizes.apply(e).contains((int) b.value())))
        .isPresent();
  }

  /** Larger than any graph of decode; without a batch size, larger than any model makes it. */
  private boolean isAboveDeclared(MessageKey k) {
    OptionalInt largest =
        engines.stream()
            .map(EngineFacts::largestGraphTokens)
            .flatMapToInt(OptionalInt::stream)
            .max();
    return k.collective() == Collective.ALL_REDUCE
        && largest.isPresent()
        && shape
            .batch(k)
            .map(b -> b.value() > largest.getAsInt())
            .orElse(k.bytes() > largest.getAsInt() * LARGEST_TOKEN);
  }

  /** Of the rank that logged most, on all communicators of these ranks. */
  private long callsOfSameRanks(MessageKey k) {
    Map<String, Long> byPlace = new HashMap<>();
    for (Member m : sameRanks) {
      for (CallStats c : m.calls()) {
        if (MessageKey.of(c.key()).equals(k)) {
          byPlace.merge(Grouping.place(m) + ' ' + m.writerRank(), c.calls(), Long::sum);
        }
      }
    }
    return byPlace.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  private long callsPerRank(MessageKey k) {
    return messages.get(k).stream()
        .mapToLong(calls -> calls.stream().mapToLong(CallStats::calls).sum())
        .max()
        .orElse(0);
  }

  private MessageRow row(MessageKey k, Optional<Figure> engine, Optional<Figure> sequence) {
    long perRank = callsPerRank(k);
    long total = messages.get(k).stream().flatMap(List::stream).mapToLong(CallStats::calls).sum();
    Optional<PhaseOf> phase = phase(k);
    Optional<Figure> aPass = callsPerPass(k, perRank, engine, sequence);
    return new MessageRow(
        group,
        k.collective(),
        k.dataType(),
        k.redOp(),
        nRanks,
        nNodes,
        k.bytes(),
        phase.map(PhaseOf::phase),
        phase.map(PhaseOf::basis),
        phase.filter(p -> p.phase != Phase.EAGER).isPresent() ? 1 : 0,
        1,
        total,
        perRank,
        messages.get(k).size(),
        shape.batch(k),
        aPass,
        aPass.filter(f -> !f.isUpperBound()).map(f -> Figure.of(perRank / f.value(), f.basis())),
        choices(k));
  }

  /** First of model, engine and sequence that divides the logged calls. */
  private Optional<Figure> callsPerPass(
      MessageKey k, long perRank, Optional<Figure> engine, Optional<Figure> sequence) {
    if (k.collective() != Collective.ALL_REDUCE) {
      return Optional.empty();
    }
    Optional<Figure> byModel =
        shape.batch(k).isPresent()
            ? model.map(m -> Figure.of(m.callsPerPass(), Basis.MODEL))
            : Optional.empty();
    return byModel
        .filter(f -> perRank % f.value() == 0)
        .or(() -> engine.filter(f -> perRank % f.value() == 0))
        .or(() -> sequence.filter(f -> perRank % f.value() == 0));
  }

  private List<ObservedChoice> choices(MessageKey k) {
    Map<ChoiceKey, Long> counts = new TreeMap<>();
    messages
        .get(k)
        .forEach(
            calls ->
                calls.stream()
                    .flatMap(c -> c.choices().stream())
                    .forEach(c -> counts.merge(c.choice(), c.count(), Long::sum)));
    return counts.entrySet().stream()
        .map(
            e ->
                new ObservedChoice(
                    e.getKey().algorithm(),
                    e.getKey().protocol(),
                    e.getKey().channels(),
                    Double.isNaN(e.getKey().modelUs())
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(e.getKey().modelUs()),
                    e.getValue()))
        .sorted(Comparator.comparingLong(ObservedChoice::count).reversed())
        .toList();
  }
}
