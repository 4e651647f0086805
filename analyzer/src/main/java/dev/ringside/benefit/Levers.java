package dev.ringside.benefit;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.TransportSwitch;
import dev.ringside.summary.Communicator;
import dev.ringside.summary.CommunicatorGroup;
import dev.ringside.summary.EngineFacts;
import dev.ringside.summary.EngineFacts.Backend;
import dev.ringside.summary.EngineFacts.BatchCount;
import dev.ringside.summary.Traffic;
import dev.ringside.summary.TransportClass;
import dev.ringside.trace.record.GraphPattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.Optional;

/**
 * What may help a run more than a tuner file, and what a tuner file could do at best. Published
 * effects are of one class of hosts (two EPYC CPUs, PCIe GPUs) and say so.
 */
public final class Levers {

  private static final int PATTERN_RING = 4;

  private final PredictionInput input;
  private final Traffic traffic;
  private final Prediction prediction;

  private Levers(PredictionInput input, Prediction prediction) {
    this.input = input;
    this.traffic = input.traffic();
    this.prediction = prediction;
  }

  /** In the order to try them; empty where nothing in the inputs speaks for any. */
  public static List<Lever> of(PredictionInput input, Prediction prediction) {
    return new Levers(input, prediction).all();
  }

  private List<Lever> all() {
    List<Lever> levers = new ArrayList<>();
    graphSearch().ifPresent(levers::add);
    peerToPeer().ifPresent(levers::add);
    engineAllReduce().ifPresent(levers::add);
    levers.addAll(new MeasuredLevers(input).levers());
    captureSizes().ifPresent(levers::add);
    new ChunkLever(input, prediction).lever().ifPresent(levers::add);
    levers.sort(Comparator.comparing(Lever::code));
    return levers;
  }

  /**
   * More than two ranks of one node in a ring that crosses the sockets: the order may be better.
   */
  private Optional<Lever> graphSearch() {
    return traffic.communicators().stream()
        .filter(c -> c.nNodes() == 1 && c.nRanks() > 2)
        .map(Communicator::patterns)
        .flatMap(List::stream)
        .filter(p -> p.pattern() == PATTERN_RING && p.typeIntra().equals("SYS"))
        .min(Comparator.comparingDouble(p -> p.nChannels() * p.bwIntra()))
        .map(
            p ->
                new Lever(
                    Lever.Code.GRAPH_SEARCH,
                    "on a published EPYC host (rtx6kpro wiki) a graph file brought AllReduce of 32 to"
                        + " 256 KiB from about 50 to 26-37 us, and a cold prefill of 8005 tokens"
                        + " from 9.14 to 1.07 s",
                    "graph search: " + text(p),
                    "ringside graph LOG, then NCCL_GRAPH_FILE with what it writes",
                    Optional.of(CurveBasis.PUBLISHED),
                    Optional.empty()));
  }

  private static String text(GraphPattern p) {
    return String.format(
        Locale.ROOT,
        "Pattern %d, nChannels %d, bw %s/%s, type %s/%s",
        p.pattern(),
        p.nChannels(),
        p.bwIntra(),
        p.bwInter(),
        p.typeIntra(),
        p.typeInter());
  }

  private Optional<Lever> peerToPeer() {
    Optional<CommunicatorGroup> shared =
        traffic.groups().stream()
            .filter(g -> g.nRanks() > 1 && g.nNodes() <= 1)
            .filter(g -> g.transportClass().equals(Optional.of(TransportClass.SHM)))
            .findFirst();
    boolean off =
        traffic.environment().getOrDefault("NCCL_P2P_DISABLE", List.of()).stream()
            .anyMatch(TransportSwitch::isOff);
    return shared.map(
        g ->
            new Lever(
                Lever.Code.P2P_INSTEAD_OF_SHM,
                "on a published EPYC host (NCCL pull request 2080) peer access instead of host memory"
                    + " gave 24 to 44 % more bandwidth",
                g.nRanks()
                    + " ranks of one node are connected via SHM"
                    + (off ? "; NCCL_P2P_DISABLE is set to 1" : ""),
                off
                    ? "unset NCCL_P2P_DISABLE"
                    : "NCCL_P2P_LEVEL=SYS, measured against the default with one nccl-tests sweep each",
                Optional.of(CurveBasis.PUBLISHED),
                Optional.empty()));
  }

  /** NCCL carries decode, and the engine says why its own all-reduce does not. */
  private Optional<Lever> engineAllReduce() {
    boolean decode = prediction.rows().stream().anyMatch(r -> !r.isOutsideDecode());
    return traffic.engines().stream()
        .filter(e -> decode)
        .flatMap(e -> customIsOff(e).stream())
        .findFirst();
  }

  private static Optional<Lever> customIsOff(EngineFacts engine) {
    List<Backend> custom =
        engine.backends().stream().filter(b -> b.name().equals("custom")).toList();
    if (custom.isEmpty() || custom.stream().anyMatch(Backend::active)) {
      return Optional.empty();
    }
    String cause = custom.get(0).cause();
    return customCommand(engine, cause)
        .map(
            command ->
                new Lever(
                    Lever.Code.ENGINE_ALL_REDUCE,
                    "on a published EPYC host (rtx6kpro wiki) the engine's own one-shot all-reduce"
                        + " over PCIe gave 7 to 8 % more decode throughput",
                    engine.name()
                        + ": all-reduce custom is off"
                        + (cause.isEmpty() ? "" : ": " + cause),
                    command,
                    Optional.of(CurveBasis.PUBLISHED),
                    Optional.empty()));
  }

  /** What may bring it back; empty where no switch does, as across nodes. */
  private static Optional<String> customCommand(EngineFacts engine, String cause) {
    String value = engine.settings().getOrDefault("disable_custom_all_reduce", "");
    if (value.equalsIgnoreCase("true") || cause.contains("custom AR disabled")) {
      return Optional.of("start without --disable-custom-all-reduce");
    }
    if (cause.contains("PCIe") && engine.name().equals("vllm")) {
      return Optional.of("vLLM 0.29 and later: VLLM_ALLREDUCE_USE_FLASHINFER_PCIE_IPC=1");
    }
    return cause.contains("P2P")
        ? Optional.of("nvidia-smi topo -p2p r shows whether the driver offers peer access")
        : Optional.empty();
  }

  /** Batches that no graph was captured for run eagerly, kernel by kernel. */
  private Optional<Lever> captureSizes() {
    for (EngineFacts e : traffic.engines()) {
      NavigableSet<Integer> captured = e.decodeCaptureSizes();
      int largest = captured.isEmpty() ? Integer.MAX_VALUE : captured.last();
      long above =
          e.batches().stream()
              .filter(b -> b.running() > largest)
              .mapToLong(BatchCount::count)
              .sum();
      if (above > 0) {
        return Optional.of(
            new Lever(
                Lever.Code.CAPTURE_SIZES,
                "decode steps inside CUDA graphs pay no launch of each kernel",
                above
                    + " status lines of "
                    + e.name()
                    + " show more than the largest captured"
                    + " size, "
                    + largest,
                e.name().equals("sglang")
                    ? "--cuda-graph-max-bs, up to the batches that run"
                    : "--max-cudagraph-capture-size, up to the batches that run",
                Optional.empty(),
                Optional.empty()));
      }
    }
    return Optional.empty();
  }
}
