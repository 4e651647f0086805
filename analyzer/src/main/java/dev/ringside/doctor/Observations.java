package dev.ringside.doctor;

import dev.ringside.cost.NcclRelease;
import dev.ringside.summary.Piece;
import dev.ringside.summary.RareLine;
import dev.ringside.summary.SourceSummary;
import dev.ringside.summary.TraceSummary;
import dev.ringside.summary.Traffic;
import dev.ringside.trace.bench.CommandLine;
import dev.ringside.trace.record.BenchmarkDevice;
import dev.ringside.trace.record.BenchmarkNote;
import dev.ringside.trace.record.EnvironmentSetting;
import dev.ringside.trace.record.HostFact;
import dev.ringside.trace.record.Message;
import dev.ringside.trace.record.NetworkLine;
import dev.ringside.trace.record.PluginLine;
import dev.ringside.trace.record.RepeatedLines;
import dev.ringside.trace.record.TopologyLine;
import dev.ringside.trace.record.TraceRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the inputs say, in the forms that rules ask for. Lists are in the order of the inputs. */
public final class Observations {
  private static final Pattern TUNER = Pattern.compile("(?i)tuner|^ringside: ");

  private final TraceSummary summary;
  private final Traffic traffic;
  private final Map<Class<?>, List<Sighting<TraceRecord>>> records = new HashMap<>();
  private final Map<String, Long> lastOffsets = new HashMap<>();
  private final List<Variable> variables = new ArrayList<>();
  private final List<Connected> connections = new ArrayList<>();
  private final List<GpuName> gpus = new ArrayList<>();
  private final List<BenchmarkSeen> benchmarks;
  private final List<CallHistory> histories;
  private final TopologyView topology;
  private final Map<String, TopologyView> topologies;

  private Observations(TraceSummary summary, Traffic traffic) {
    this.summary = summary;
    this.traffic = traffic;
    for (SourceSummary source : summary.sources()) {
      for (Piece piece : source.pieces()) {
        add(source.source().name(), piece);
      }
    }
    benchmarks = BenchmarkSeen.of(summary);
    histories = CallHistory.of(summary, traffic);
    topology = TopologyView.of(all(TopologyLine.class));
    topologies = TopologyView.bySource(all(TopologyLine.class));
  }

  /**
   * Sorts what a summary holds.
   *
   * @param traffic what {@code summary} was interpreted as
   */
  public static Observations of(TraceSummary summary, Traffic traffic) {
    return new Observations(summary, traffic);
  }

  private void add(String source, Piece piece) {
    for (RareLine line : piece.rare().lines()) {
      Place place = new Place(source, line.offset());
      Sighting<TraceRecord> s = new Sighting<>(line.record(), line.where(), place, line.count());
      records.computeIfAbsent(line.record().getClass(), k -> new ArrayList<>()).add(s);
      lastOffsets.merge(source, line.offset(), Math::max);
      setting(s);
      gpu(s);
    }
    piece
        .connections()
        .forEach(c -> connections.add(new Connected(c, new Place(source, c.firstOffset()))));
    piece.connections().forEach(c -> lastOffsets.merge(source, c.firstOffset(), Math::max));
    piece.tuned().forEach(t -> lastOffsets.merge(source, t.firstOffset(), Math::max));
    piece.pointers().stream()
        .flatMap(p -> p.incarnations().stream())
        .flatMap(i -> Stream.concat(i.head().stream(), i.tail().stream()))
        .forEach(run -> lastOffsets.merge(source, run.offset(), Math::max));
  }

  private void setting(Sighting<TraceRecord> s) {
    if (s.record() instanceof EnvironmentSetting e) {
      variables.add(new Variable(e.name(), e.value(), s.where(), s.place()));
    } else if (s.record() instanceof BenchmarkNote n && n.key().equals("command")) {
      CommandLine.variables(n.value())
          .forEach((name, v) -> variables.add(new Variable(name, v, s.where(), s.place())));
    } else if (s.record() instanceof BenchmarkNote n && n.key().startsWith("env.")) {
      String name = n.key().substring("env.".length());
      variables.add(new Variable(name, n.value(), s.where(), s.place()));
    }
  }

  private void gpu(Sighting<TraceRecord> s) {
    if (s.record() instanceof BenchmarkDevice d && !d.gpu().isEmpty()) {
      gpus.add(new GpuName(d.gpu(), s.place()));
    } else if (s.record() instanceof BenchmarkNote n && n.key().equals("gpu")) {
      gpus.add(new GpuName(n.value(), s.place()));
    } else if (s.record() instanceof HostFact f && f.key().equals("gpu")) {
      gpus.add(new GpuName(f.value(), s.place()));
    }
  }

  public TraceSummary summary() {
    return summary;
  }

  public Traffic traffic() {
    return traffic;
  }

  /** Every record of one kind. */
  public <R extends TraceRecord> List<Sighting<R>> all(Class<R> kind) {
    return records.getOrDefault(kind, List.of()).stream()
        .map(s -> new Sighting<>(kind.cast(s.record()), s.where(), s.place(), s.count()))
        .toList();
  }

  /** The first record of one kind. */
  public <R extends TraceRecord> Optional<Sighting<R>> first(Class<R> kind) {
    return all(kind).stream().findFirst();
  }

  /** Warnings and telling INFO lines in which the pattern occurs. */
  public List<Sighting<Message>> messages(Pattern pattern) {
    return all(Message.class).stream()
        .filter(m -> pattern.matcher(m.record().text()).find())
        .toList();
  }

  /** Warnings in which the pattern occurs. */
  public List<Sighting<Message>> warnings(Pattern pattern) {
    return messages(pattern).stream().filter(m -> !m.record().level().equals("INFO")).toList();
  }

  /** What is said of tuner plugins, by NCCL and by themselves, warnings included. */
  public List<Sighting<PluginLine>> tunerLines(Pattern pattern) {
    Stream<Sighting<PluginLine>> lines =
        all(PluginLine.class).stream().filter(p -> p.record().kind().equals("TUNER"));
    Stream<Sighting<PluginLine>> messages =
        messages(TUNER).stream()
            .map(
                m ->
                    new Sighting<>(
                        new PluginLine(-1, "TUNER", m.record().text()),
                        m.where(),
                        m.place(),
                        m.count()));
    return Stream.concat(lines, messages)
        .filter(p -> pattern.matcher(p.record().text()).find())
        .toList();
  }

  /** Lines about the network in which the pattern occurs. */
  public List<Sighting<NetworkLine>> networkLines(Pattern pattern) {
    return all(NetworkLine.class).stream()
        .filter(n -> pattern.matcher(n.record().text()).find())
        .toList();
  }

  /** Settings of the environment: NCCL's echo, and what a benchmark's output states. */
  public List<Variable> variables() {
    return Collections.unmodifiableList(variables);
  }

  /** Every sighting of one variable. */
  public List<Variable> variables(String name) {
    return variables.stream().filter(v -> v.name().equals(name)).toList();
  }

  /** Its first sighting. */
  public Optional<Variable> variable(String name) {
    return variables.stream().filter(v -> v.name().equals(name)).findFirst();
  }

  public List<Connected> connections() {
    return Collections.unmodifiableList(connections);
  }

  /** NCCL's topology dumps by source: hosts and runs differ. */
  public Map<String, TopologyView> topologies() {
    return topologies;
  }

  /** NCCL's topology dumps all together. */
  public TopologyView topology() {
    return topology;
  }

  /** Calls by rank and communicator. */
  List<CallHistory> histories() {
    return histories;
  }

  /** Benchmark runs by source. */
  public List<BenchmarkSeen> benchmarks() {
    return benchmarks;
  }

  /** Names of GPU models, with where they stand. */
  public List<GpuName> gpus() {
    return Collections.unmodifiableList(gpus);
  }

  /** Byte of the last thing known to stand in a source; -1 where nothing does. */
  long lastOffset(String source) {
    return lastOffsets.getOrDefault(source, -1L);
  }

  /** The newest release that any input names. */
  public Optional<NcclRelease> release() {
    return traffic.ncclVersions().stream()
        .flatMap(v -> NcclRelease.parse(v).stream())
        .max(Comparator.naturalOrder());
  }

  /** Whether the release is known to be that one or a later one. */
  public boolean isFrom(int major, int minor, int patch) {
    return release().filter(r -> r.isAtLeast(major, minor, patch)).isPresent();
  }

  /** Whether a log collector folded lines of that source, so that ranks may be hidden. */
  public boolean isFolded(String source) {
    return all(RepeatedLines.class).stream().anyMatch(r -> r.place().source().equals(source));
  }

  /** Whether any input shows a job over several nodes. */
  public boolean isMultiNode() {
    return traffic.groups().stream().anyMatch(g -> g.nNodes() > 1)
        || benchmarks.stream().anyMatch(b -> b.nNodes() > 1);
  }
}
