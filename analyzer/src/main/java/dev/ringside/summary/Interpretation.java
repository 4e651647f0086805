package dev.ringside.summary;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.EnvironmentSetting;
import dev.ringside.trace.record.GraphLaunches;
import dev.ringside.trace.record.HostFact;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Message;
import dev.ringside.trace.record.NcclVersion;
import dev.ringside.trace.record.NetworkLine;
import dev.ringside.trace.record.PluginLine;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Concludes from a summary what the run communicates, each conclusion with its basis, none where
 * there is none.
 */
public final class Interpretation {
  private final List<WholeSource> sources;
  private final RareRecords records;
  private final List<Member> members = new ArrayList<>();
  private final Grouping grouping;
  private final List<EngineFacts> engines;

  private Interpretation(TraceSummary summary) {
    sources = summary.sources().stream().flatMap(s -> WholeSource.of(s).stream()).toList();
    records = new RareRecords(sources);
    sources.forEach(s -> members.addAll(TunedCalls.placed(s, Member.of(s))));
    grouping = Grouping.of(members);
    engines = Engines.of(sources);
  }

  /**
   * What the summarised inputs communicate.
   *
   * @param model what {@code --model} says; it outranks what the trace suggests
   */
  public static Traffic of(TraceSummary summary, Optional<ModelShapeHint> model) {
    return new Interpretation(summary).traffic(summary, model);
  }

  private Traffic traffic(TraceSummary summary, Optional<ModelShapeHint> model) {
    Set<Long> captured = new HashSet<>();
    Set<Long> seen = new HashSet<>();
    for (Member m : members) {
      CaptureStreams.messages(m).stream()
          .filter(k -> k.collective() == Collective.ALL_REDUCE)
          .forEach(k -> captured.add(k.bytes()));
      m.calls().stream()
          .map(CallStats::key)
          .filter(k -> k.collective() == Collective.ALL_REDUCE && !MessageKey.isBarrier(k))
          .forEach(k -> seen.add(k.bytes()));
    }
    Shape shape = Shape.of(model, engines, captured, seen);
    List<MessageRow> rows = new ArrayList<>();
    Map<String, List<Member>> sameRanks = grouping.ofSameRanks();
    grouping
        .groups()
        .forEach(
            (key, g) ->
                rows.addAll(MessageRows.of(key, g, sameRanks.get(key), shape, engines, model)));
    return new Traffic(
        sources(summary),
        versions(NcclVersion::nccl),
        versions(NcclVersion::cuda),
        engines,
        environment(),
        values(HostFact.class, HostFact::key, HostFact::value),
        members.stream()
            .map(m -> m.communicator(grouping.keyOf(m)))
            .sorted(Comparator.comparing(Communicator::id).thenComparingInt(Communicator::rank))
            .toList(),
        grouping.described(),
        rows,
        sources.stream().flatMap(s -> s.piece().kernels().stream()).toList(),
        records.all(GraphLaunches.class).flatMap(l -> GraphStep.of(l).stream()).toList(),
        shape.bytesPerToken(),
        barriers(),
        sources.stream().mapToLong(s -> s.piece().looseChoices() + s.piece().groupChoices()).sum(),
        notices(),
        losses());
  }

  private static List<Source> sources(TraceSummary summary) {
    return summary.sources().stream().map(SourceSummary::source).toList();
  }

  private List<String> versions(Function<NcclVersion, String> part) {
    return records
        .all(NcclVersion.class)
        .map(part)
        .filter(v -> !v.isEmpty())
        .distinct()
        .sorted(Comparator.comparing(Interpretation::numbers).thenComparing(v -> v))
        .toList();
  }

  /** A version with its numbers padded, so that text order is number order. */
  private static String numbers(String version) {
    StringBuilder out = new StringBuilder();
    for (String part : version.split("\\D+", -1)) {
      out.append(" ".repeat(Math.max(0, 6 - part.length()))).append(part).append('.');
    }
    return out.toString();
  }

  private Map<String, List<String>> environment() {
    return values(EnvironmentSetting.class, EnvironmentSetting::name, EnvironmentSetting::value);
  }

  private <T extends TraceRecord> Map<String, List<String>> values(
      Class<T> kind, Function<T, String> key, Function<T, String> value) {
    Map<String, Set<String>> values = new TreeMap<>();
    records
        .all(kind)
        .forEach(
            r -> values.computeIfAbsent(key.apply(r), k -> new TreeSet<>()).add(value.apply(r)));
    Map<String, List<String>> out = new TreeMap<>();
    values.forEach((name, v) -> out.put(name, List.copyOf(v)));
    return out;
  }

  private long barriers() {
    return members.stream()
        .map(Member::calls)
        .flatMap(Collection::stream)
        .filter(c -> MessageKey.isBarrier(c.key()))
        .mapToLong(CallStats::calls)
        .sum();
  }

  private List<Notice> notices() {
    Map<String, Notice> out = new LinkedHashMap<>();
    for (WholeSource s : sources) {
      for (RareLine line : s.piece().rare().lines()) {
        notice(line, s.source().name())
            .ifPresent(
                n -> out.merge(n.kind() + '\n' + n.where() + '\n' + n.text(), n, Notice::plus));
      }
    }
    return List.copyOf(out.values());
  }

  private static Optional<Notice> notice(RareLine line, String source) {
    if (line.record() instanceof Message m) {
      return Optional.of(
          new Notice(m.level(), m.where(), m.text(), line.count(), source, line.offset()));
    }
    if (line.record() instanceof NetworkLine n) {
      return Optional.of(new Notice("NETWORK", "", n.text(), line.count(), source, line.offset()));
    }
    if (line.record() instanceof PluginLine p) {
      return Optional.of(new Notice(p.kind(), "", p.text(), line.count(), source, line.offset()));
    }
    return Optional.empty();
  }

  private List<Loss> losses() {
    return Stream.concat(
            sources.stream().flatMap(s -> s.losses().stream()),
            Recordings.inSeveralFormats(sources).stream())
        .toList();
  }
}
