package dev.ringside.doctor;

import dev.ringside.summary.TraceSummary;
import dev.ringside.summary.Traffic;
import dev.ringside.trace.record.CommunicatorInit;
import dev.ringside.trace.record.GraphPattern;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What practitioners go through before they tune, in their order of work: which items the inputs
 * confirm, which they contradict, and what would show the others.
 */
public final class Checklist {

  /** Large enough for the plateau of every fabric. */
  private static final long LARGE = 1L << 30;

  /**
   * An item.
   *
   * @param against codes of findings that contradict it
   * @param confirmed evidence that it is so
   */
  private record Item(
      String name,
      Layer layer,
      String title,
      Set<String> against,
      Function<Observations, Optional<String>> confirmed,
      String command) {}

  private static final List<Item> ITEMS =
      List.of(
          new Item(
              "one-nccl-version",
              Layer.SOFTWARE,
              "One release of NCCL on all ranks",
              Set.of("mixed-nccl-versions"),
              Checklist::oneVersion,
              "python -c 'import torch; print(torch.cuda.nccl.version())' on every node; grep"
                  + " libnccl /proc/PID/maps"),
          new Item(
              "nothing-forced",
              Layer.SOFTWARE,
              "No forced algorithm, protocol or transport left in the environment",
              Set.of(
                  "forced-algo-proto",
                  "proto-syntax",
                  "proto-lifts-ll128",
                  "p2p-off-by-env",
                  "shm-off-by-env",
                  "ib-gid-index"),
              Checklist::environmentShown,
              "NCCL_DEBUG=INFO (subsystem ENV is on by default) echoes what NCCL reads; cat"
                  + " /etc/nccl.conf ~/.nccl.conf"),
          new Item(
              "same-settings",
              Layer.SOFTWARE,
              "The same settings on all ranks",
              Set.of("mixed-settings", "tuner-hash-differs"),
              Checklist::severalProcesses,
              "NCCL_DEBUG_FILE=nccl.%h.%p.log, all files together"),
          new Item(
              "tuner-in-use",
              Layer.SOFTWARE,
              "A tuner plugin that was asked for is in use and its rules fit",
              Set.of(
                  "tuner-plugin-declined",
                  "tuner-config-never-matches",
                  "tuner-rules-unused",
                  "tuner-blocked-by-env"),
              Checklist::tunerLoaded,
              "NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV,TUNING; ringside plugin env --tuner F"),
          new Item(
              "graphs-cover-batches",
              Layer.SOFTWARE,
              "CUDA graphs cover the batches that run",
              Set.of("decode-batch-above-cuda-graph-limit"),
              Checklist::graphsKnown,
              "The engine's own log: capture sizes at the start, running requests while it serves"),
          new Item(
              "nvlink-up",
              Layer.NVLINK,
              "All NVLink links are up",
              Set.of("nvlink-down", "partial-nvlink"),
              Checklist::nvlink,
              "nvidia-smi nvlink -s; nvidia-smi topo -m"),
          new Item(
              "pcie-width",
              Layer.PCIE,
              "Every GPU and adapter has its full PCIe width and generation",
              Set.of("narrow-pcie-slot", "slow-pcie-link"),
              Checklist::pcie,
              "sudo lspci -vvv, under load"),
          new Item(
              "acs-off",
              Layer.PCIE,
              "ACS does not redirect peer traffic",
              Set.of("pcie-acs-on"),
              Checklist::acs,
              "sudo lspci -vvv | grep -i acsctl"),
          new Item(
              "peer-access",
              Layer.PCIE,
              "GPUs of a node reach each other directly",
              Set.of("p2p-off-shm", "p2p-off-by-env", "p2p-level-forces-shm"),
              Checklist::peerAccess,
              "NCCL_DEBUG=INFO shows 'via P2P'; nvidia-smi topo -p2p r"),
          new Item(
              "rdma",
              Layer.HCA,
              "RDMA carries traffic between nodes",
              Set.of("no-rdma-socket-only", "nic-error"),
              Checklist::rdma,
              "NCCL_DEBUG=INFO shows 'via NET/IB'; ibv_devinfo"),
          new Item(
              "gpudirect-rdma",
              Layer.HCA,
              "Adapters read and write GPU memory (GPUDirect RDMA) on both sides",
              Set.of("no-gdrdma", "gdrdma-asymmetric"),
              Checklist::gpuDirect,
              "NCCL_DEBUG=INFO shows GDRDMA behind the transport; lsmod | grep peermem"),
          new Item(
              "port-rates",
              Layer.HCA,
              "Every port is active at its full rate",
              Set.of("ib-port-down", "ib-rate-low"),
              Checklist::ports,
              "ibstat on every host"),
          new Item(
              "pfc-quiet",
              Layer.SWITCH,
              "Pause counters do not grow",
              Set.of("pfc-pauses-grow"),
              Checklist::pauses,
              "ethtool -S IFACE > before; run; ethtool -S IFACE > after; both as inputs"),
          new Item(
              "ecn-on",
              Layer.SWITCH,
              "ECN is on at hosts and switches (RoCE)",
              Set.of(),
              seen -> Optional.empty(),
              "cat /sys/class/net/IFACE/ecn/roce_np/enable/*"
                  + " /sys/class/net/IFACE/ecn/roce_rp/enable/*; the switch's own counters"),
          new Item(
              "ecmp-balanced",
              Layer.SWITCH,
              "Flows are spread over the links between switches",
              Set.of(),
              seen -> Optional.empty(),
              "Byte counters of the switches' uplinks during a run; routes: ibtracert SRC DST"
                  + " (InfiniBand)"),
          new Item(
              "ring-search",
              Layer.TOPOLOGY,
              "The topology search found what the links offer",
              Set.of("low-search-bandwidth", "turin-ring-search", "topology-fallback"),
              Checklist::search,
              "NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,GRAPH; ringside graph LOG"),
          new Item(
              "choice-by-size",
              Layer.TOPOLOGY,
              "Algorithm and protocol are known for the sizes that run",
              Set.of(),
              Checklist::choices,
              "NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,TUNING (per call from 2.20)"),
          new Item(
              "tree-and-ring",
              Layer.TOPOLOGY,
              "Ring and Tree were both measured at 64 ranks and more",
              Set.of("tree-not-tried"),
              seen -> Optional.empty(),
              "NCCL_ALGO=Ring and NCCL_ALGO=Tree with all_reduce_perf -b 8 -e 8G -f 2; 'ringside"
                  + " baseline RING TREE'"),
          new Item(
              "large-baseline",
              Layer.TOPOLOGY,
              "A baseline reaches 1 GiB, with correct results",
              Set.of("data-corruption", "benchmark-not-mpi", "single-rank-run"),
              Checklist::baseline,
              "all_reduce_perf -b 8 -e 8G -f 2 -g <GPUs> -c 1; again after each change"),
          new Item(
              "repeated",
              Layer.TOPOLOGY,
              "The baseline was repeated: single runs differ by about 10 %",
              Set.of(),
              Checklist::repeats,
              "The identical command three times; ringside baseline RUN..."));

  private Checklist() {}

  /** All items in the order of work. */
  public static List<CheckedItem> of(TraceSummary summary, Traffic traffic) {
    Observations seen = Observations.of(summary, traffic);
    List<Finding> findings =
        Rules.all().stream().flatMap(r -> r.examine(seen).stream()).sorted().toList();
    return ITEMS.stream().map(item -> checked(item, seen, findings)).toList();
  }

  private static CheckedItem checked(Item item, Observations seen, List<Finding> findings) {
    Optional<Finding> against =
        findings.stream().filter(f -> item.against().contains(f.code())).findFirst();
    Optional<String> confirmed = item.confirmed().apply(seen);
    CheckState state =
        against.isPresent()
            ? CheckState.CONTRADICTED
            : confirmed.isPresent() ? CheckState.CONFIRMED : CheckState.NOT_SHOWN;
    String evidence = against.map(Finding::code).or(() -> confirmed).orElse("");
    return new CheckedItem(
        item.name(), item.layer(), item.title(), state, evidence, item.command());
  }

  private static Optional<String> oneVersion(Observations seen) {
    List<String> versions = seen.traffic().ncclVersions();
    return versions.size() == 1 ? Optional.of("NCCL " + versions.get(0)) : Optional.empty();
  }

  /** NCCL echoes what is set; with GRAPH or COLL alone it would be silent. */
  private static Optional<String> environmentShown(Observations seen) {
    boolean isInit = seen.first(CommunicatorInit.class).isPresent();
    if (!seen.variables().isEmpty()) {
      return Optional.of(seen.variables().size() + " settings echoed, none of these");
    }
    return isInit ? Optional.of("the start is logged and echoes no setting") : Optional.empty();
  }

  private static Optional<String> severalProcesses(Observations seen) {
    long processes =
        seen.variables().stream()
            .map(v -> v.where().host() + ' ' + v.where().pid())
            .distinct()
            .count();
    return processes > 1
        ? Optional.of(processes + " processes echo the same settings")
        : Optional.empty();
  }

  private static Optional<String> tunerLoaded(Observations seen) {
    return TunerPlugin.of(seen).loaded().stream().findFirst().map(s -> s.record().text().strip());
  }

  private static Optional<String> graphsKnown(Observations seen) {
    boolean isCaptured =
        seen.traffic().engines().stream()
            .anyMatch(e -> !e.captureSizes().isEmpty() && !e.batches().isEmpty());
    return isCaptured
        ? Optional.of("no running batch is above the largest captured size")
        : Optional.empty();
  }

  private static Optional<String> nvlink(Observations seen) {
    List<HostDevice> gpus = HostDevice.of(seen, "nvlink");
    long active = gpus.stream().mapToLong(NvlinkDown::active).sum();
    if (active > 0) {
      return Optional.of(active + " links active on " + gpus.size() + " GPUs, alike on all");
    }
    List<TopologyMatrix.Link> links = TopologyMatrix.of(seen).links();
    boolean isFull = !links.isEmpty() && links.stream().allMatch(TopologyMatrix.Link::isNvlink);
    return isFull ? Optional.of("every pair of GPUs has NVLink") : Optional.empty();
  }

  private static Optional<String> pcie(Observations seen) {
    long boards =
        HostDevice.of(seen, "lspci").stream()
            .filter(d -> PcieDevices.isGpu(d) && d.line("LnkSta").isPresent())
            .count();
    if (boards > 0) {
      return Optional.of(boards + " GPUs at full width and generation");
    }
    List<TopologyView.Link> links = seen.topology().gpuLinks();
    return links.size() > 1
        ? Optional.of("NCCL counts " + links.get(0).bw() + " GB/s for each of the GPUs shown")
        : Optional.empty();
  }

  private static Optional<String> acs(Observations seen) {
    long bridges =
        HostDevice.of(seen, "lspci").stream()
            .filter(d -> PcieDevices.isBridge(d) && d.line("ACSCtl").isPresent())
            .count();
    return bridges > 0 ? Optional.of("off on " + bridges + " bridges") : Optional.empty();
  }

  private static Optional<String> peerAccess(Observations seen) {
    return transports(seen, Connected::isP2p);
  }

  private static Optional<String> rdma(Observations seen) {
    return transports(seen, c -> c.isNetwork() && !c.isSocket());
  }

  private static Optional<String> gpuDirect(Observations seen) {
    return transports(seen, Connected::isGpuDirect);
  }

  private static Optional<String> transports(Observations seen, Predicate<Connected> kind) {
    List<String> names =
        seen.connections().stream()
            .filter(kind)
            .map(c -> c.line().transport())
            .distinct()
            .sorted()
            .toList();
    return names.isEmpty() ? Optional.empty() : Optional.of("via " + String.join(", ", names));
  }

  private static Optional<String> ports(Observations seen) {
    List<IbPort> ports = IbPort.of(seen);
    return ports.isEmpty()
        ? Optional.empty()
        : Optional.of(ports.size() + " ports active at " + ports.get(0).rate() + " Gb/s");
  }

  private static Optional<String> pauses(Observations seen) {
    boolean isCounted =
        NicCounters.of(seen).stream()
            .anyMatch(
                c ->
                    c.after().keySet().stream()
                        .anyMatch(n -> PfcPausesGrow.PAUSES.matcher(n).matches()));
    return isCounted ? Optional.of("no pause counter grew between snapshots") : Optional.empty();
  }

  private static Optional<String> search(Observations seen) {
    return seen.all(GraphPattern.class).stream()
        .map(Sighting::record)
        .filter(p -> p.pattern() == 4 && p.nChannels() > 0)
        .findFirst()
        .map(
            p ->
                String.format(
                    Locale.ROOT,
                    "ring: %d channels of %.1f GB/s, %s",
                    p.nChannels(),
                    p.bwIntra(),
                    p.typeIntra()));
  }

  private static Optional<String> choices(Observations seen) {
    Set<String> names = Choices.ofAllReduce(seen).keySet();
    return names.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", names));
  }

  private static Optional<String> baseline(Observations seen) {
    return seen.benchmarks().stream()
        .flatMap(b -> b.run().rows().stream())
        .filter(r -> r.size() >= LARGE && BenchmarkSeen.busBw(r) > 0)
        .findFirst()
        .map(
            r ->
                String.format(
                    Locale.ROOT,
                    "%.1f GB/s of bus bandwidth at %d MiB",
                    BenchmarkSeen.busBw(r),
                    r.size() >> 20));
  }

  private static Optional<String> repeats(Observations seen) {
    int runs = seen.benchmarks().size();
    return runs > 2 ? Optional.of(runs + " benchmark runs in the inputs") : Optional.empty();
  }
}
