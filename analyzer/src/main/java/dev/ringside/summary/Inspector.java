package dev.ringside.summary;

import dev.ringside.trace.bench.BenchmarkRun;
import dev.ringside.trace.bench.BenchmarkRuns;
import dev.ringside.trace.record.ChannelCounts;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.GraphLaunches;
import dev.ringside.trace.record.Loss;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Derives what {@link Inspection} says. */
final class Inspector {
  private final Traffic traffic;
  private final List<WholeSource> sources;
  private final RareRecords records;
  private final List<Member> members = new ArrayList<>();
  private final Grouping grouping;
  private final RankEvidence evidence;
  private final List<EngineFacts> engines;
  private final List<BenchmarkRun> runs = new ArrayList<>();
  private final JobSize size;

  Inspector(TraceSummary summary, Traffic traffic) {
    this.traffic = traffic;
    sources = summary.sources().stream().flatMap(s -> WholeSource.of(s).stream()).toList();
    records = new RareRecords(sources);
    sources.forEach(s -> members.addAll(Member.of(s)));
    grouping = Grouping.of(members);
    evidence = new RankEvidence(sources, records, members);
    engines = Engines.of(sources);
    for (WholeSource s : sources) {
      BenchmarkRuns benchmark = new BenchmarkRuns();
      s.piece().rare().lines().forEach(l -> benchmark.accept(l.record()));
      runs.addAll(benchmark.finish());
    }
    size = new JobSize(sources, records, members, evidence, engines, runs);
  }

  Inspection inspect() {
    List<String> words =
        sources.stream().flatMap(s -> InputKinds.of(s).stream()).distinct().toList();
    Set<Integer> seen = ranksSeen();
    return new Inspection(
        sources.stream().map(InputKinds::named).toList(),
        words.isEmpty() ? "empty" : words.get(0),
        words.size() < 2 ? List.of() : words.subList(1, words.size()),
        last(traffic.ncclVersions()).or(() -> note("nccl")),
        last(traffic.cudaVersions()),
        size.ranks(),
        size.nodes(),
        seen.isEmpty() ? Optional.empty() : Optional.of(List.copyOf(seen)),
        new CallSplits(evidence, grouping).counts(sources),
        tuning(),
        tuningTable(),
        runs.stream().flatMap(r -> r.rows().stream()).map(InspectedRow::of).toList(),
        InspectedKernel.of(sources),
        InspectedLaunches.of(records.all(GraphLaunches.class)),
        size.transports(),
        communicators(),
        records.first(ChannelCounts.class, ChannelCounts::coll),
        graph(),
        ServingLines.of(sources, engines),
        runs.stream().flatMap(r -> r.test().stream()).findFirst(),
        averageBusBw(),
        wrongTotal(),
        tensorParallel(),
        customAllReduce(),
        losses(traffic));
  }

  private static Optional<String> last(List<String> versions) {
    return versions.isEmpty() ? Optional.empty() : Optional.of(versions.get(versions.size() - 1));
  }

  private Optional<String> note(String key) {
    return runs.stream().flatMap(r -> r.note(key).stream()).findFirst();
  }

  private Set<Integer> ranksSeen() {
    Set<Integer> seen = new TreeSet<>(evidence.seen());
    // A table stands for the ranks of its device list; a header alone does not say that they ran.
    runs.stream()
        .filter(r -> !r.rows().isEmpty() || seen.isEmpty())
        .forEach(r -> seen.addAll(r.ranksSeen()));
    return seen;
  }

  private Map<String, Map<Long, Map<String, Long>>> tuning() {
    Map<String, Map<Long, Map<String, Long>>> out = new TreeMap<>();
    for (WholeSource s : sources) {
      for (TunedSize t : s.piece().tuned()) {
        boolean isNamed = t.collective() != Collective.UNKNOWN;
        out.computeIfAbsent(isNamed ? t.collective().ncclName() : "unknown", op -> new TreeMap<>())
            .computeIfAbsent(t.bytes(), b -> new TreeMap<>())
            .merge(t.choice(), t.count(), Long::sum);
      }
    }
    return out;
  }

  private Map<String, Map<String, List<Double>>> tuningTable() {
    Map<String, Map<String, List<Double>>> out = new LinkedHashMap<>();
    for (Member m : members) {
      for (CostRows.Cell c : CostRows.of(m.creation().costRows).cells()) {
        out.computeIfAbsent(c.collective().ncclName(), op -> new LinkedHashMap<>())
            .putIfAbsent(c.algorithm() + '/' + c.protocol(), List.of(c.latencyUs(), c.gbs()));
      }
    }
    return out;
  }

  private List<InspectedCommunicator> communicators() {
    Map<String, List<Member>> made = new LinkedHashMap<>();
    members.stream()
        .filter(m -> m.creation().init().isPresent())
        .sorted(Comparator.comparingLong(m -> m.creation().firstOffset))
        .forEach(m -> made.computeIfAbsent(grouping.keyOf(m), k -> new ArrayList<>()).add(m));
    return made.values().stream().map(Inspector::communicator).toList();
  }

  private static InspectedCommunicator communicator(List<Member> group) {
    long commId = group.get(0).creation().commId();
    return new InspectedCommunicator(
        commId == 0 ? Optional.empty() : Optional.of("0x" + Long.toHexString(commId)),
        Grouping.nRanks(group),
        ranks(group.stream().filter(m -> m.creation().start.isPresent())),
        ranks(group.stream().filter(m -> m.creation().complete.isPresent())));
  }

  private static List<Integer> ranks(Stream<Member> members) {
    return members.map(Member::rank).distinct().sorted().toList();
  }

  private InspectedGraph graph() {
    GraphSearch search = new GraphSearch();
    sources.forEach(s -> s.piece().rare().lines().forEach(search::accept));
    return search.graph();
  }

  private OptionalDouble averageBusBw() {
    return runs.stream()
        .mapToDouble(BenchmarkRun::averageBusBw)
        .filter(v -> !Double.isNaN(v))
        .map(v -> Math.round(v * 1000) / 1000.0)
        .findFirst();
  }

  private OptionalLong wrongTotal() {
    return runs.stream()
        .map(BenchmarkRun::wrongTotal)
        .filter(OptionalLong::isPresent)
        .mapToLong(OptionalLong::getAsLong)
        .reduce(Long::sum);
  }

  private OptionalInt tensorParallel() {
    OptionalInt stated = size.statedTensorParallel();
    return stated.isPresent() || engines.isEmpty() ? stated : busiestGroup();
  }

  /** The communicator that carries the AllReduces of an engine is its tensor-parallel group. */
  private OptionalInt busiestGroup() {
    return grouping.groups().values().stream()
        .filter(g -> activations(g) > 0)
        .max(Comparator.comparingLong(Inspector::activations))
        .map(g -> JobSize.positive(Grouping.nRanks(g)))
        .orElse(OptionalInt.empty());
  }

  private static long activations(List<Member> group) {
    return group.stream()
        .flatMap(m -> m.calls().stream())
        .filter(c -> c.key().collective() == Collective.ALL_REDUCE)
        .filter(c -> !MessageKey.isBarrier(c.key()))
        .mapToLong(CallStats::calls)
        .sum();
  }

  /** Active anywhere is active; a switch in the configuration decides where nothing is said. */
  private Optional<Boolean> customAllReduce() {
    List<Boolean> said =
        engines.stream()
            .flatMap(e -> e.backends().stream())
            .filter(b -> b.name().equalsIgnoreCase("custom"))
            .map(EngineFacts.Backend::active)
            .toList();
    if (!said.isEmpty()) {
      return Optional.of(said.contains(true));
    }
    boolean isOff =
        engines.stream()
            .anyMatch(
                e ->
                    e.settings()
                        .getOrDefault("disable_custom_all_reduce", "")
                        .equalsIgnoreCase("true"));
    return isOff ? Optional.of(false) : Optional.empty();
  }

  private static List<Loss> losses(Traffic traffic) {
    return List.copyOf(new LinkedHashSet<>(traffic.losses()));
  }
}
