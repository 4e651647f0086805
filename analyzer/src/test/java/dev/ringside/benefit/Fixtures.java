package dev.ringside.benefit;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurvePoint;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.LatencyCurve;
import dev.ringside.cost.MeasuredHost;
import dev.ringside.summary.Basis;
import dev.ringside.summary.Communicator;
import dev.ringside.summary.CommunicatorGroup;
import dev.ringside.summary.CommunicatorId;
import dev.ringside.summary.CostEntry;
import dev.ringside.summary.EngineFacts;
import dev.ringside.summary.Figure;
import dev.ringside.summary.KernelRuns;
import dev.ringside.summary.MaxThreads;
import dev.ringside.summary.MessageRow;
import dev.ringside.summary.Notice;
import dev.ringside.summary.ObservedChoice;
import dev.ringside.summary.Phase;
import dev.ringside.summary.PrintedCosts;
import dev.ringside.summary.Traffic;
import dev.ringside.summary.TransportClass;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.GraphPattern;
import dev.ringside.trace.record.Protocol;
import dev.ringside.trace.record.RedOp;
import dev.ringside.tuner.TunerFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Traffic and curves put together by hand, and measured curves read line by line. */
final class Fixtures {

  static final long TOKEN = 8192;
  static final int CALLS = 32;
  static final MeasuredHost H200_SHM =
      new MeasuredHost(
          Optional.of("NVIDIA H200"), Optional.of(TransportClass.SHM), Optional.of("2.28.9"));

  private Fixtures() {}

  /** The AllReduce row that NCCL 2.28.9 printed for two H200 over host memory. */
  static PrintedCosts h200Costs() {
    return new PrintedCosts(
        List.of(
            cost(Algorithm.TREE, Protocol.LL, 8.8, 9.7),
            cost(Algorithm.TREE, Protocol.LL128, 17.8, 0),
            cost(Algorithm.TREE, Protocol.SIMPLE, 16.4, 36.8),
            cost(Algorithm.RING, Protocol.LL, 8.6, 20),
            cost(Algorithm.RING, Protocol.LL128, 19, 0),
            cost(Algorithm.RING, Protocol.SIMPLE, 19.8, 40)),
        List.of(
            new MaxThreads(Algorithm.RING, Protocol.LL, 512),
            new MaxThreads(Algorithm.RING, Protocol.LL128, 640),
            new MaxThreads(Algorithm.RING, Protocol.SIMPLE, 512)));
  }

  static CostEntry cost(Algorithm a, Protocol p, double latency, double bandwidth) {
    return new CostEntry(Collective.ALL_REDUCE, a, p, latency, bandwidth);
  }

  /** What a test varies of a trace; everything else is one communicator on one node. */
  static final class Trace {
    int nRanks = 2;
    int nNodes = 1;
    String nccl = "2.28.9";
    Optional<TransportClass> transport = Optional.of(TransportClass.SHM);
    Optional<PrintedCosts> costs = Optional.of(h200Costs());
    Optional<Figure> callsPerPass = Optional.of(Figure.of(CALLS, Basis.SEQUENCE));
    List<EngineFacts> engines = List.of();
    List<Notice> notices = List.of();
    List<GraphPattern> patterns = List.of();
    Map<String, List<String>> environment = Map.of();
    Map<String, List<String>> host = Map.of();
    List<KernelRuns> kernels = List.of();
    final List<MessageRow> rows = new ArrayList<>();

    Trace decode(long... batches) {
      for (long batch : batches) {
        rows.add(row(batch, Optional.of(Phase.DECODE), List.of()));
      }
      return this;
    }

    Trace eager(long... tokens) {
      for (long t : tokens) {
        rows.add(row(t, Optional.of(Phase.EAGER), List.of()));
      }
      return this;
    }

    Trace observed(long batch, Algorithm a, Protocol p) {
      ObservedChoice choice = new ObservedChoice(a, p, 4, java.util.OptionalDouble.empty(), CALLS);
      rows.add(row(batch, Optional.of(Phase.DECODE), List.of(choice)));
      return this;
    }

    private MessageRow row(long tokens, Optional<Phase> phase, List<ObservedChoice> choices) {
      boolean decode = phase.isPresent() && phase.get() == Phase.DECODE;
      return new MessageRow(
          "g",
          Collective.ALL_REDUCE,
          DataType.BFLOAT16,
          RedOp.SUM,
          nRanks,
          nNodes,
          tokens * TOKEN,
          phase,
          phase.map(p -> Basis.STREAM),
          decode ? 1 : 0,
          1,
          2L * 3 * CALLS,
          3L * CALLS,
          2,
          Optional.of(Figure.of(tokens, Basis.LATTICE)),
          callsPerPass,
          Optional.of(Figure.of(3, Basis.SEQUENCE)),
          choices);
    }

    Traffic build() {
      CommunicatorId id = new CommunicatorId("log", "node01", 1, 0x41b4cc90L, 0);
      Communicator member =
          new Communicator(
              id,
              "g",
              1,
              0,
              nRanks,
              nNodes,
              0,
              "60",
              Optional.empty(),
              -1,
              true,
              true,
              false,
              Map.of(),
              transport,
              patterns,
              List.of(),
              4,
              0,
              List.of(8L, 8L, 64L, 16L, 8L, 64L),
              costs);
      CommunicatorGroup group =
          new CommunicatorGroup("g", List.of(id), nRanks, nNodes, 1, transport, costs, "g");
      return new Traffic(
          List.of(),
          List.of(nccl),
          List.of(),
          engines,
          environment,
          host,
          List.of(member),
          List.of(group),
          rows,
          kernels,
          List.of(),
          Optional.of(Figure.of(TOKEN, Basis.LATTICE)),
          0,
          0,
          notices,
          List.of());
    }
  }

  static Trace trace() {
    return new Trace();
  }

  static TunerFile tuner(String... rules) {
    try {
      return TunerFile.parse(
          new ByteArrayInputStream(String.join("\n", rules).getBytes(StandardCharsets.UTF_8)),
          "test.csv");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Prediction predict(Traffic traffic, TunerFile tuner, CurveSet... curves) {
    return Predictor.predict(
        new PredictionInput(
            traffic, Optional.of(tuner), List.of(curves), Optional.empty(), Optional.empty()));
  }

  static Prediction predict(Traffic traffic, TunerFile tuner, String mix, CurveSet... curves) {
    return Predictor.predict(
        new PredictionInput(
            traffic,
            Optional.of(tuner),
            List.of(curves),
            Optional.empty(),
            Optional.of(BatchMix.parse(mix))));
  }

  /** A step sweep file. */
  static CurveSet steps(Path file) throws IOException {
    Map<CurveKey, Map<Long, NavigableMap<Integer, Double>>> samples = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith("#") || line.startsWith("nranks")) {
        continue;
      }
      String[] f = line.split(",", -1);
      CurveChoice choice =
          Algorithm.ofName(f[1])
              .map(a -> CurveChoice.pinned(a, Protocol.ofName(f[2]).orElseThrow()))
              .orElse(CurveChoice.ncclDefault());
      samples
          .computeIfAbsent(new CurveKey(Integer.parseInt(f[0]), 1, choice), k -> new TreeMap<>())
          .computeIfAbsent(Long.valueOf(f[4]), k -> new TreeMap<>())
          .put(Integer.valueOf(f[7]), Double.valueOf(f[6]));
    }
    return set(CurveBasis.STEP, samples, CALLS);
  }

  /** The pinned sweeps of a directory, named {@code graph_RANGE_ALGORITHM_PROTOCOL.txt}. */
  static CurveSet isolated(Path directory) throws IOException {
    Map<CurveKey, Map<Long, NavigableMap<Integer, Double>>> samples = new TreeMap<>();
    for (String a : List.of("Ring", "Tree")) {
      for (Protocol p : Protocol.values()) {
        CurveKey key = new CurveKey(2, 1, CurveChoice.pinned(Algorithm.ofName(a).orElseThrow(), p));
        Map<Long, NavigableMap<Integer, Double>> sizes = new TreeMap<>();
        for (String range : List.of("fine", "pow2")) {
          String name = "graph_" + range + "_" + a + "_" + p.ncclName() + ".txt";
          readSweep(directory.resolve(name), sizes);
        }
        samples.put(key, sizes);
      }
    }
    return set(CurveBasis.ISOLATED, samples, 1);
  }

  private static void readSweep(Path file, Map<Long, NavigableMap<Integer, Double>> sizes)
      throws IOException {
    for (String line : Files.readAllLines(file)) {
      String[] f = line.strip().split("\\s+", -1);
      if (f.length == 13 && f[0].matches("\\d+")) {
        NavigableMap<Integer, Double> us =
            sizes.computeIfAbsent(Long.valueOf(f[0]), k -> new TreeMap<>());
        us.put(us.size(), Double.valueOf(f[5]));
        us.put(us.size(), Double.valueOf(f[9]));
      }
    }
  }

  private static CurveSet set(
      CurveBasis basis,
      Map<CurveKey, Map<Long, NavigableMap<Integer, Double>>> samples,
      int calls) {
    List<LatencyCurve> curves = new ArrayList<>();
    samples.forEach(
        (key, sizes) -> {
          List<CurvePoint> points = new ArrayList<>();
          sizes.forEach(
              (bytes, us) ->
                  points.add(new CurvePoint(bytes, calls == 1 ? 0 : bytes / TOKEN, calls, us)));
          curves.add(new LatencyCurve(key, points));
        });
    return CurveSet.of(basis, H200_SHM, List.of(), curves);
  }

  /** Steps of 1000 us a token batch of 8, where Simple saves and LL128 saves more. */
  static CurveSet steps(double llUs, double simpleUs, double ll128Us) {
    return CurveSet.of(
        CurveBasis.STEP,
        H200_SHM,
        List.of(),
        List.of(
            stepCurve(CurveChoice.ncclDefault(), llUs),
            stepCurve(CurveChoice.pinned(Algorithm.RING, Protocol.LL), llUs),
            stepCurve(CurveChoice.pinned(Algorithm.RING, Protocol.SIMPLE), simpleUs),
            stepCurve(CurveChoice.pinned(Algorithm.RING, Protocol.LL128), ll128Us)));
  }

  static LatencyCurve stepCurve(CurveChoice choice, double us) {
    List<CurvePoint> points = new ArrayList<>();
    for (long tokens : new long[] {1, 8, 16}) {
      points.add(
          new CurvePoint(
              tokens * TOKEN, tokens, CALLS, new TreeMap<>(Map.of(1, us, 2, us + 1, 3, us - 1))));
    }
    return new LatencyCurve(new CurveKey(2, 1, choice), points);
  }
}
