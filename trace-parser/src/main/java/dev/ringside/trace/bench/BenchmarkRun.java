package dev.ringside.trace.bench;

import dev.ringside.trace.record.BenchmarkDevice;
import dev.ringside.trace.record.BenchmarkRow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * One run of a benchmark: its header, devices, rows in the order printed and footer.
 *
 * @param notes header and footer by key; of a key given twice the first value
 * @param wrongTotal sum of the values out of bounds over the footers; empty where there is no
 *     footer
 * @param tornRows rows whose pieces never became complete
 */
public record BenchmarkRun(
    Map<String, String> notes,
    List<BenchmarkDevice> devices,
    List<BenchmarkRow> rows,
    OptionalLong wrongTotal,
    int tornRows) {

  /** Keys of the footer: what differs between two runs with the same settings. */
  private static final Set<String> RESULTS =
      Set.of("wrong_total", "wrong_verdict", "avg_busbw", "error");

  public BenchmarkRun {
    notes = Map.copyOf(notes);
    devices = List.copyOf(devices);
    rows = List.copyOf(rows);
  }

  public Optional<String> note(String key) {
    return Optional.ofNullable(notes.get(key));
  }

  /**
   * The collective, such as {@code all_reduce}: as printed, else as started in a command line, else
   * from the rows: only AllReduce reduces without a root and has a size of exactly its count. Empty
   * where none of these says it.
   */
  public Optional<String> test() {
    if (notes.containsKey("test")) {
      return note("test");
    }
    Optional<String> started = note("command").flatMap(CommandLine::test);
    return started.isPresent() ? started : fromRows();
  }

  private Optional<String> fromRows() {
    boolean allReduce =
        !rows.isEmpty()
            && rows.stream()
                .allMatch(
                    r ->
                        !r.redOp().isEmpty()
                            && !r.redOp().equals("none")
                            && r.root() < 0
                            && r.size() == r.count() * elementBytes(r.type()));
    return allReduce ? Optional.of("all_reduce") : Optional.empty();
  }

  /** Bytes of an element by nccl-tests' type words (src/common.cu, test_typenames); -1 unknown. */
  public static int elementBytes(String type) {
    return switch (type) {
      case "int8", "uint8", "char", "fp8_e4m3", "fp8_e5m2", "f8e4m3", "f8e5m2" -> 1;
      case "half", "bfloat16", "float16" -> 2;
      case "int32", "uint32", "int", "float", "float32" -> 4;
      case "int64", "uint64", "double", "float64" -> 8;
      default -> -1;
    };
  }

  /** Ranks of the device list, ascending; empty where the list is missing. */
  public List<Integer> ranksSeen() {
    TreeSet<Integer> ranks = new TreeSet<>();
    devices.forEach(d -> ranks.add(d.rank()));
    return List.copyOf(ranks);
  }

  /**
   * Size of the communicator: stated, else by the device list, else what the ratio of bus to
   * algorithm bandwidth leaves possible; empty where several sizes fit. A device list may be an
   * excerpt (then its highest rank counts) or name one device a process (then threads × GPUs of
   * each process count).
   */
  public OptionalInt nRanks() {
    if (notes.containsKey("nranks")) {
      return TableWords.integer(notes.get("nranks"));
    }
    if (!devices.isEmpty()) {
      return OptionalInt.of(listedRanks());
    }
    return test().map(t -> BandwidthRatio.nRanks(t, rows)).orElse(OptionalInt.empty());
  }

  private int listedRanks() {
    int highest = devices.stream().mapToInt(BenchmarkDevice::rank).max().orElse(0) + 1;
    long processes = devices.stream().map(d -> d.host() + " " + d.pid()).distinct().count();
    int ofProcess = number("nthreads") * number("ngpus");
    return Math.max(highest, (int) (processes / independentJobs()) * ofProcess);
  }

  private int number(String key) {
    return note(key).map(TableWords::integer).orElse(OptionalInt.empty()).orElse(1);
  }

  /** Hosts: stated, else those of the device list. */
  public OptionalInt nNodes() {
    if (notes.containsKey("nnodes")) {
      return TableWords.integer(notes.get("nnodes"));
    }
    long hosts = devices.stream().map(BenchmarkDevice::host).distinct().count();
    return hosts == 0 ? OptionalInt.empty() : OptionalInt.of((int) hosts);
  }

  /** Name of the devices; empty where they differ or are not listed. */
  public Optional<String> gpu() {
    if (notes.containsKey("gpu")) {
      return note("gpu");
    }
    List<String> names = devices.stream().map(BenchmarkDevice::gpu).distinct().toList();
    return names.size() == 1 && !names.get(0).isEmpty()
        ? Optional.of(names.get(0))
        : Optional.empty();
  }

  /**
   * Jobs that ran beside each other: a binary built without MPI and started by {@code mpirun} runs
   * once a process, each as rank 0 of its own job.
   */
  public int independentJobs() {
    Set<String> firsts = new HashSet<>();
    for (BenchmarkDevice d : devices) {
      if (d.rank() == 0) {
        firsts.add(d.host() + " " + d.pid());
      }
    }
    return Math.max(1, firsts.size());
  }

  /** Whether each of the two is one rank's, and only their processes differ. */
  boolean isOfJobWithoutMpi(BenchmarkRun next) {
    return isOfSingleRanks()
        && next.isOfSingleRanks()
        && settings().equals(next.settings())
        && devices.stream()
            .noneMatch(d -> next.devices.stream().anyMatch(n -> isSameProcess(d, n)));
  }

  private boolean isOfSingleRanks() {
    return !devices.isEmpty()
        && devices.stream().allMatch(d -> d.rank() == 0)
        && number("nthreads") * number("ngpus") == 1;
  }

  private static boolean isSameProcess(BenchmarkDevice a, BenchmarkDevice b) {
    return a.pid() == b.pid() && a.host().equals(b.host());
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>(notes);
    settings.keySet().removeAll(RESULTS);
    return settings;
  }

  /** Both as one: the rows of the one behind those of the other. */
  BenchmarkRun and(BenchmarkRun next) {
    OptionalLong total =
        wrongTotal.isPresent() && next.wrongTotal.isPresent()
            ? OptionalLong.of(wrongTotal.getAsLong() + next.wrongTotal.getAsLong())
            : wrongTotal.isPresent() ? wrongTotal : next.wrongTotal;
    return new BenchmarkRun(
        notes,
        Stream.concat(devices.stream(), next.devices.stream()).toList(),
        Stream.concat(rows.stream(), next.rows.stream()).toList(),
        total,
        tornRows + next.tornRows);
  }

  /** Average bus bandwidth in GB/s as printed; NaN where it is not. */
  public double averageBusBw() {
    return note("avg_busbw").map(TableWords::number).orElse(Double.NaN);
  }

  /** Whether calls were replayed from CUDA graphs; empty where the header does not say. */
  public Optional<Boolean> isGraph() {
    return note("graph").map(n -> !n.equals("0"));
  }
}
