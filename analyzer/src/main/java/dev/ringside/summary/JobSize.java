package dev.ringside.summary;

import dev.ringside.trace.bench.BenchmarkRun;
import dev.ringside.trace.record.CommunicatorEnd;
import dev.ringside.trace.record.PluginLine;
import dev.ringside.trace.record.ProcessGroup;
import dev.ringside.trace.record.RasCommunicators;
import dev.ringside.trace.record.RcclKernel;
import dev.ringside.trace.record.RingLink;
import dev.ringside.trace.record.RingOrder;
import dev.ringside.trace.record.TopologyRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How many ranks and nodes a job has, by whatever the inputs say of it. */
final class JobSize {
  private static final Pattern JOB = Pattern.compile("tuner for (\\d+) nodes?, (\\d+) ranks?");

  private final List<WholeSource> sources;
  private final RareRecords records;
  private final List<Member> members;
  private final RankEvidence evidence;
  private final List<EngineFacts> engines;
  private final List<BenchmarkRun> runs;

  JobSize(
      List<WholeSource> sources,
      RareRecords records,
      List<Member> members,
      RankEvidence evidence,
      List<EngineFacts> engines,
      List<BenchmarkRun> runs) {
    this.sources = sources;
    this.records = records;
    this.members = members;
    this.evidence = evidence;
    this.engines = engines;
    this.runs = runs;
  }

  /** Size of the largest communicator. */
  OptionalInt ranks() {
    List<OptionalInt> candidates = new ArrayList<>();
    candidates.add(positive(evidence.nRanks()));
    candidates.add(
        positive(records.all(ProcessGroup.class).mapToInt(ProcessGroup::nRanks).max().orElse(-1)));
    runs.forEach(r -> candidates.add(r.nRanks()));
    candidates.add(most(RasCommunicators::ranks));
    candidates.add(job(2));
    candidates.add(records.first(RcclKernel.class, RcclKernel::nRanks));
    candidates.add(
        positive(
            records.all(CommunicatorEnd.class).mapToInt(CommunicatorEnd::nRanks).max().orElse(-1)));
    candidates.add(ringRanks());
    candidates.add(statedTensorParallel());
    return candidates.stream()
        .filter(OptionalInt::isPresent)
        .findFirst()
        .orElse(OptionalInt.empty());
  }

  /** Of several groups of communicators the largest counts. */
  private OptionalInt most(ToIntFunction<RasCommunicators> part) {
    return positive(records.all(RasCommunicators.class).mapToInt(part).max().orElse(-1));
  }

  static OptionalInt positive(int n) {
    return n > 0 ? OptionalInt.of(n) : OptionalInt.empty();
  }

  private OptionalInt job(int group) {
    return records
        .all(PluginLine.class)
        .map(p -> JOB.matcher(p.text()))
        .filter(Matcher::find)
        .mapToInt(m -> Integer.parseInt(m.group(group)))
        .findFirst();
  }

  /**
   * A ring closes: its highest rank is the last. Where a connection leads to a higher one than any
   * that wrote a line, the others are not in the inputs.
   */
  private OptionalInt ringRanks() {
    int most = records.all(RingOrder.class).mapToInt(r -> r.ranks().size()).max().orElse(-1);
    int highest =
        records
            .all(RingLink.class)
            .mapToInt(r -> Math.max(r.rank(), Math.max(r.prev(), r.next())))
            .max()
            .orElse(-1);
    int reached = highest;
    for (WholeSource s : sources) {
      for (ConnectionCount c : s.piece().connections()) {
        highest = Math.max(highest, c.rank());
        reached = Math.max(reached, c.highest());
      }
    }
    boolean isWhole = most > reached || highest == reached;
    return isWhole ? positive(Math.max(most, highest + 1)) : OptionalInt.empty();
  }

  /** Nodes, as printed or as the hosts show. */
  OptionalInt nodes() {
    int printed =
        members.stream()
            .filter(m -> m.nRanks() == evidence.nRanks())
            .mapToInt(m -> m.creation().nNodes())
            .max()
            .orElse(-1);
    OptionalInt stated =
        positive(printed).isPresent()
            ? positive(printed)
            : Stream.of(most(RasCommunicators::nodes), job(1))
                .filter(OptionalInt::isPresent)
                .findFirst()
                .orElse(OptionalInt.empty());
    if (stated.isPresent()) {
      return stated;
    }
    OptionalInt listed =
        runs.stream()
            .map(BenchmarkRun::nNodes)
            .filter(OptionalInt::isPresent)
            .findFirst()
            .orElse(OptionalInt.empty());
    if (listed.isPresent()) {
      return listed;
    }
    OptionalInt launched = setting("nnodes");
    return launched.orElse(0) > 1 ? launched : nodesByHosts();
  }

  private OptionalInt nodesByHosts() {
    if (records.all(TopologyRow.class).findAny().isPresent() && members.isEmpty()) {
      return OptionalInt.of(1);
    }
    int hosts = evidence.hosts().size();
    OptionalInt ranks = ranks();
    Set<String> transports = transports().keySet();
    boolean isNet = transports.stream().anyMatch(t -> t.startsWith("NET"));
    if (ranks.isEmpty()) {
      return OptionalInt.empty();
    }
    boolean isEngineAlone = hosts == 0 && members.isEmpty() && !engines.isEmpty();
    if (isEngineAlone && evidence.seen().size() == ranks.getAsInt()) {
      return OptionalInt.of(1);
    }
    if (hosts > 0 && evidence.isComplete(ranks.getAsInt())) {
      return OptionalInt.of(hosts);
    }
    if (isNet) {
      return OptionalInt.of(Math.max(2, hosts));
    }
    boolean isInside = !transports.isEmpty() || evidence.spansOneHost(ranks.getAsInt());
    return hosts == 1 && isInside ? OptionalInt.of(1) : OptionalInt.empty();
  }

  /** Connection lines by transport. */
  Map<String, Long> transports() {
    Map<String, Long> out = new TreeMap<>();
    for (WholeSource s : sources) {
      s.piece().connections().forEach(c -> out.merge(c.transport(), c.count(), Long::sum));
    }
    return out;
  }

  /** What the engine states. */
  OptionalInt statedTensorParallel() {
    return setting("tensor_parallel_size");
  }

  private OptionalInt setting(String key) {
    return engines.stream()
        .map(e -> e.settings().getOrDefault(key, ""))
        .filter(v -> v.matches("\\d{1,5}"))
        .mapToInt(Integer::parseInt)
        .findFirst();
  }
}
