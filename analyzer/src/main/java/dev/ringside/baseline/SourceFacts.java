package dev.ringside.baseline;

import dev.ringside.trace.record.BatchSample;
import dev.ringside.trace.record.BenchmarkDevice;
import dev.ringside.trace.record.BenchmarkNote;
import dev.ringside.trace.record.BenchmarkRow;
import dev.ringside.trace.record.BenchmarkRowPart;
import dev.ringside.trace.record.ChannelConnection;
import dev.ringside.trace.record.ChannelCounts;
import dev.ringside.trace.record.EngineBenchmark;
import dev.ringside.trace.record.EngineSetting;
import dev.ringside.trace.record.EnvironmentSetting;
import dev.ringside.trace.record.GraphPattern;
import dev.ringside.trace.record.HostFact;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.NcclVersion;
import dev.ringside.trace.record.NetworkLine;
import dev.ringside.trace.record.PluginLine;
import dev.ringside.trace.record.TopologyLine;
import dev.ringside.trace.record.TraceRecord;
import dev.ringside.trace.record.TraceSink;
import dev.ringside.trace.record.TuningChoice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What one piece of a source says that two states can be compared by. */
final class SourceFacts implements TraceSink {
  private static final int RING = 4;

  /** A network device of the topology dump; its last number is its rate in GB/s. */
  private static final Pattern NIC =
      Pattern.compile("\\bNET/(\\S+) \\((?:[^()]*/)?([0-9.]{1,12})\\)");

  final FactTable facts = new FactTable();
  final List<TraceRecord> benchmark = new ArrayList<>();
  final List<EngineBenchmark> engineBenchmarks = new ArrayList<>();
  final List<BatchSample> batches = new ArrayList<>();
  final TreeMap<Long, Map<String, Long>> choices = new TreeMap<>();
  final Map<String, Double> nicGBs = new HashMap<>();
  final List<Loss> losses = new ArrayList<>();

  @Override
  public void choice(int site, TuningChoice choice, long offset) {
    if (choice.isAllReduce()) {
      choices
          .computeIfAbsent(choice.bytes(), b -> new TreeMap<>())
          .merge(choice.algorithm().ncclName() + "/" + choice.protocol().ncclName(), 1L, Long::sum);
    }
  }

  @Override
  public void record(TraceRecord record, long offset) {
    if (record instanceof BenchmarkNote note) {
      benchmark.add(note);
      note(note);
    } else if (record instanceof BenchmarkDevice device) {
      benchmark.add(device);
      facts.add(FactTable.GPU, device.gpu());
    } else if (record instanceof BenchmarkRow || record instanceof BenchmarkRowPart) {
      benchmark.add(record);
    } else if (record instanceof EngineBenchmark result) {
      engineBenchmarks.add(result);
    } else if (record instanceof BatchSample batch) {
      batches.add(batch);
    } else {
      log(record);
    }
  }

  private void note(BenchmarkNote note) {
    if (note.key().startsWith("env.")) {
      facts.variable(note.key().substring(4), note.value());
    } else if (note.key().equals("env")) {
      facts.seeEnvironment();
    } else if (note.key().equals("nccl")) {
      facts.add(FactTable.NCCL, note.value());
    } else if (note.key().equals("nccl_tests")) {
      facts.add("nccl-tests", note.value());
    }
  }

  private void log(TraceRecord record) {
    if (record instanceof EnvironmentSetting setting) {
      facts.variable(setting.name(), setting.value());
    } else if (record instanceof NcclVersion version) {
      facts.add(FactTable.NCCL, version.nccl());
      facts.add("CUDA of the NCCL build", version.cuda());
    } else if (record instanceof ChannelConnection connection) {
      facts.add(FactTable.TRANSPORT, connection.transport());
    } else if (record instanceof ChannelCounts counts) {
      facts.add("channels for collectives", Integer.toString(counts.coll()));
    } else if (record instanceof GraphPattern p && p.pattern() == RING) {
      facts.add("ring search", ring(p));
    } else if (record instanceof NetworkLine network
        && network.text().startsWith("Using network")) {
      facts.seeEnvironment();
      facts.add("network", network.text().substring("Using network".length()).strip());
    } else if (record instanceof PluginLine plugin && plugin.kind().equals("TUNER")) {
      tuner(plugin.text());
    } else if (record instanceof HostFact fact) {
      facts.add(fact.key(), fact.value());
    } else if (record instanceof EngineSetting setting) {
      facts.add(setting.engine() + " " + setting.key(), setting.value());
    } else if (record instanceof TopologyLine line) {
      nic(line.text());
    }
  }

  private void tuner(String text) {
    Matcher m = Pattern.compile("(?:Using tuner plugin|Using) (\\S+)").matcher(text);
    if (m.find()) {
      facts.add("tuner plugin", m.group(1));
    }
  }

  private static String ring(GraphPattern p) {
    return String.format(
        Locale.ROOT,
        "%d channels, %.1f/%.1f GB/s, %s/%s",
        p.nChannels(),
        p.bwIntra(),
        p.bwInter(),
        p.typeIntra(),
        p.typeInter());
  }

  private void nic(String text) {
    Matcher m = NIC.matcher(text);
    while (m.find()) {
      nicGBs.put(m.group(1), Double.parseDouble(m.group(2)));
    }
  }

  @Override
  public void loss(Loss loss) {
    losses.add(loss);
  }

  /** Adds what the next piece of the same source says. */
  void append(SourceFacts next) {
    facts.addAll(next.facts);
    benchmark.addAll(next.benchmark);
    engineBenchmarks.addAll(next.engineBenchmarks);
    batches.addAll(next.batches);
    next.choices.forEach(
        (bytes, counts) -> {
          Map<String, Long> mine = choices.computeIfAbsent(bytes, b -> new TreeMap<>());
          counts.forEach((choice, n) -> mine.merge(choice, n, Long::sum));
        });
    nicGBs.putAll(next.nicGBs);
    losses.addAll(next.losses);
  }
}
