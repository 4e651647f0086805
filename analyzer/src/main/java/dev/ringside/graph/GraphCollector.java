package dev.ringside.graph;

import dev.ringside.trace.PieceSinks;
import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.GraphChannel;
import dev.ringside.trace.record.GraphPattern;
import dev.ringside.trace.record.NcclDump;
import dev.ringside.trace.record.NcclVersion;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TopologyLine;
import dev.ringside.trace.record.TraceRecord;
import dev.ringside.trace.record.TraceSink;
import dev.ringside.trace.record.XmlElement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Takes logs with GRAPH lines, and XML dumps of graph and topology.
 *
 * <pre>{@code
 * GraphCollector inputs = new GraphCollector();
 * TraceFiles.read(files, ReadOptions.DEFAULT, inputs);
 * GraphFacts facts = inputs.facts();
 * }</pre>
 */
public final class GraphCollector implements PieceSinks {
  private final Map<String, TreeMap<Long, PieceSink>> sources = new TreeMap<>();

  /** What one writer says: every rank prints its own dump and search, all alike. */
  private static final class Writer {
    final List<String> topology = new ArrayList<>();
    final List<GraphPattern> patterns = new ArrayList<>();
    final List<List<GraphChannel>> channels = new ArrayList<>();

    void add(TraceRecord record) {
      if (record instanceof TopologyLine line) {
        topology.add(line.text());
      } else if (record instanceof GraphPattern pattern) {
        patterns.add(pattern);
        channels.add(new ArrayList<>());
      } else if (record instanceof GraphChannel channel && !patterns.isEmpty()) {
        channels.get(channels.size() - 1).add(channel);
      }
    }

    /** The first of each pattern: later ones are of other communicators. */
    List<SearchedGraph> graphs(String source) {
      Map<Integer, SearchedGraph> first = new LinkedHashMap<>();
      for (int i = 0; i < patterns.size(); i++) {
        GraphPattern p = patterns.get(i);
        first.putIfAbsent(p.pattern(), SearchedGraph.ofLog(source, p, channels.get(i)));
      }
      return List.copyOf(first.values());
    }
  }

  private static final class PieceSink implements TraceSink {
    final Map<CallSite, List<TraceRecord>> byWriter = new LinkedHashMap<>();
    final List<XmlElement> dumps = new ArrayList<>();
    final Map<Integer, CallSite> sites = new HashMap<>();
    String nccl = "";

    @Override
    public void site(int site, CallSite where) {
      sites.put(site, where);
    }

    @Override
    public void record(TraceRecord record, long offset) {
      if (record instanceof TopologyLine line) {
        add(line.site(), record);
      } else if (record instanceof GraphPattern pattern) {
        add(pattern.site(), record);
      } else if (record instanceof GraphChannel channel) {
        add(channel.site(), record);
      } else if (record instanceof NcclDump dump) {
        dumps.add(dump.root());
      } else if (record instanceof NcclVersion version && nccl.isEmpty()) {
        nccl = version.nccl();
      }
    }

    private void add(int site, TraceRecord record) {
      CallSite where = sites.getOrDefault(site, CallSite.UNKNOWN);
      byWriter.computeIfAbsent(where, w -> new ArrayList<>()).add(record);
    }
  }

  @Override
  public TraceSink open(Source source, long from) {
    PieceSink sink = new PieceSink();
    synchronized (sources) {
      sources.computeIfAbsent(source.name(), s -> new TreeMap<>()).put(from, sink);
    }
    return sink;
  }

  @Override
  public void close(TraceSink sink, Source source, long from, long to, boolean last) {}

  /** What the inputs say, once all are read. */
  public GraphFacts facts() {
    List<Topology> topologies = new ArrayList<>();
    List<List<SearchedGraph>> searches = new ArrayList<>();
    List<XmlElement> dumps = new ArrayList<>();
    String nccl = "";
    synchronized (sources) {
      for (Map.Entry<String, TreeMap<Long, PieceSink>> source : sources.entrySet()) {
        String name = source.getKey();
        for (Writer writer : writers(source.getValue()).values()) {
          TopologyText.parse(name, writer.topology).ifPresent(topologies::add);
          searches.add(writer.graphs(name));
        }
        for (PieceSink piece : source.getValue().values()) {
          nccl = nccl.isEmpty() ? piece.nccl : nccl;
          piece.dumps.forEach(d -> dump(name, d, dumps, topologies, searches));
        }
      }
    }
    boolean hasNvml = topologies.stream().max(BEST).filter(GraphCollector::isNumbered).isPresent();
    return new GraphFacts(
        topologies.stream().max(BEST).map(best -> completed(best, topologies)),
        searches.stream().max(Comparator.comparingInt(GraphCollector::channels)).orElse(List.of()),
        dumps.stream().findFirst(),
        nccl,
        hasNvml);
  }

  private static final Comparator<Topology> BEST =
      Comparator.comparingInt((Topology t) -> t.gpus().size())
          .thenComparing(GraphCollector::isNumbered);

  private static boolean isNumbered(Topology topology) {
    return topology.gpus().stream().allMatch(g -> g.dev() >= 0);
  }

  /** A dump names no bandwidths: a log lends them. */
  private static Topology completed(Topology best, List<Topology> all) {
    double socket =
        all.stream()
            .mapToDouble(Topology::socketGBs)
            .filter(bw -> !Double.isNaN(bw))
            .min()
            .orElse(Double.NaN);
    List<Topology.Gpu> gpus =
        best.gpus().stream()
            .map(
                g ->
                    all.stream()
                        .flatMap(t -> t.gpus().stream())
                        .filter(o -> o.id().equals(g.id()) && !Double.isNaN(o.linkGBs()))
                        .findFirst()
                        .map(
                            o ->
                                new Topology.Gpu(
                                    g.id(),
                                    g.rank() < 0 ? o.rank() : g.rank(),
                                    g.dev(),
                                    g.cpu(),
                                    g.hub(),
                                    o.linkGBs(),
                                    g.hasNvLink() && o.hasNvLink()))
                        .orElse(g))
            .toList();
    return new Topology(best.source(), best.cpus(), gpus, socket).numbered();
  }

  private static int channels(List<SearchedGraph> graphs) {
    return graphs.stream().mapToInt(g -> 1 + g.channels().size()).sum();
  }

  private static Map<CallSite, Writer> writers(Map<Long, PieceSink> pieces) {
    Map<CallSite, Writer> writers = new LinkedHashMap<>();
    for (PieceSink piece : pieces.values()) {
      piece.byWriter.forEach(
          (where, records) ->
              records.forEach(writers.computeIfAbsent(where, w -> new Writer())::add));
    }
    return writers;
  }

  private static void dump(
      String name,
      XmlElement root,
      List<XmlElement> dumps,
      List<Topology> topologies,
      List<List<SearchedGraph>> searches) {
    if (root.name().equals("graphs")) {
      dumps.add(root);
      searches.add(
          root.children("graph").stream().map(g -> SearchedGraph.ofDump(name, g)).toList());
    } else {
      Optional<Topology> topology = TopologyXml.parse(name, root);
      topology.ifPresent(topologies::add);
    }
  }
}
