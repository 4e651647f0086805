package dev.ringside.baseline;

import dev.ringside.cost.AllowedNames;
import dev.ringside.cost.MeasuredHost;
import dev.ringside.trace.PieceSinks;
import dev.ringside.trace.bench.BenchmarkRun;
import dev.ringside.trace.bench.BenchmarkRuns;
import dev.ringside.trace.bench.CommandLine;
import dev.ringside.trace.record.BenchmarkRow;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Takes nccl-tests outputs of LL128 runs and counts what was checked.
 *
 * <pre>{@code
 * ValidationCollector outputs = new ValidationCollector();
 * TraceFiles.read(files, ReadOptions.DEFAULT, outputs);
 * Validation validation = outputs.validation(false);
 * }</pre>
 */
public final class ValidationCollector implements PieceSinks {
  /** nccl-tests' words for the collectives that have an LL128 kernel. */
  static final List<String> TESTS =
      List.of("all_reduce", "all_gather", "reduce_scatter", "broadcast", "reduce");

  private final SourceCollector sources = new SourceCollector();
  private final List<CheckedRun> runs = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();

  @Override
  public TraceSink open(Source source, long from) {
    return sources.open(source, from);
  }

  @Override
  public void close(TraceSink sink, Source source, long from, long to, boolean last) {
    sources.close(sink, source, from, to, last);
  }

  /** What the outputs prove, once all are read. */
  public Validation validation(boolean isUnderLoad) {
    runs.clear();
    refused.clear();
    TreeSet<String> nccl = new TreeSet<>();
    Map<String, String> forced = SourceCollector.forced(sources.sweeps());
    sources
        .whole()
        .forEach(
            (name, facts) -> {
              String release = facts.facts.text(FactTable.NCCL);
              if (!release.isEmpty()) {
                nccl.add(release);
              }
              read(name, facts, forced.getOrDefault(name, ""));
            });
    return new Validation(runs, refused, List.copyOf(nccl), isUnderLoad);
  }

  private void read(String name, SourceFacts facts, String forced) {
    BenchmarkRuns all = new BenchmarkRuns();
    facts.benchmark.forEach(all::accept);
    List<BenchmarkRun> tables = all.finish().stream().filter(r -> !r.rows().isEmpty()).toList();
    if (tables.isEmpty()) {
      refused.add(name + ": holds no benchmark table");
    }
    for (BenchmarkRun run : tables) {
      read(name, facts, forced, run);
    }
  }

  private void read(String name, SourceFacts facts, String forced, BenchmarkRun run) {
    String test = run.test().orElse("");
    if (!TESTS.contains(test)) {
      refused.add(
          name + ": " + (test.isEmpty() ? "does not name its test" : test) + " has no LL128");
      return;
    }
    if (run.independentJobs() > 1 || run.nRanks().orElse(-1) == 1) {
      refused.add(name + ": one rank alone exchanges nothing");
      return;
    }
    boolean isForced =
        leavesOnly(variable("NCCL_PROTO", run, facts), test, "ll128")
            || (isAllReduce(test) && forced.endsWith("/LL128"));
    List<BenchmarkRow> rows =
        run.rows().stream().filter(r -> ranLl128(isForced, test, facts, r.size())).toList();
    if (rows.isEmpty()) {
      refused.add(
          name
              + ": nothing shows that it ran LL128; pin it with NCCL_PROTO=LL128, or log NCCL's"
              + " choice with NCCL_DEBUG_SUBSYS=TUNING");
      return;
    }
    add(
        name,
        run,
        test,
        algorithm(variable("NCCL_ALGO", run, facts), test, forced, facts, rows),
        rows);
  }

  /** Whether {@code word} is all that a value of NCCL_PROTO or NCCL_ALGO leaves to a test. */
  private static boolean leavesOnly(String value, String test, String word) {
    return AllowedNames.parse(value)
        .of(test.replace("_", ""))
        .flatMap(AllowedNames.Part::only)
        .filter(word::equals)
        .isPresent();
  }

  private static boolean isAllReduce(String test) {
    return test.equals("all_reduce");
  }

  /** What lines of the same file say of a size goes before what was asked for. */
  private static boolean ranLl128(boolean isForced, String test, SourceFacts facts, long bytes) {
    boolean isShown = isAllReduce(test) && facts.choices.containsKey(bytes);
    return isShown ? showsLl128(facts, bytes) : isForced;
  }

  private static boolean showsLl128(SourceFacts facts, long bytes) {
    Map<String, Long> choices = facts.choices.getOrDefault(bytes, Map.of());
    return !choices.isEmpty() && choices.keySet().stream().allMatch(c -> c.endsWith("/LL128"));
  }

  private static String variable(String name, BenchmarkRun run, SourceFacts facts) {
    return run.note("env." + name)
        .or(() -> run.note("command").flatMap(c -> CommandLine.variable(c, name)))
        .orElse(facts.facts.text(name));
  }

  /** Ring or Tree where one is pinned, or where every tuning line shows it. */
  private static String algorithm(
      String variable, String test, String forced, SourceFacts facts, List<BenchmarkRow> rows) {
    for (String name : List.of("Ring", "Tree")) {
      boolean isPinned =
          leavesOnly(variable, test, name.toLowerCase(Locale.ROOT))
              || forced.startsWith(name + "/");
      boolean isShown =
          rows.stream()
              .allMatch(
                  r -> {
                    Map<String, Long> choices = facts.choices.getOrDefault(r.size(), Map.of());
                    return !choices.isEmpty()
                        && choices.keySet().stream().allMatch(c -> c.startsWith(name + "/"));
                  });
      if (isPinned || isShown) {
        return name;
      }
    }
    return "";
  }

  private void add(
      String name, BenchmarkRun run, String test, String algorithm, List<BenchmarkRow> rows) {
    long perHalf = checksPerHalf(run);
    long checked = 0;
    long wrong = 0;
    long least = Long.MAX_VALUE;
    long most = 0;
    for (BenchmarkRow row : rows) {
      for (long values : new long[] {row.outOfPlaceWrong(), row.inPlaceWrong()}) {
        checked += values >= 0 ? perHalf : 0;
        wrong += Math.max(0, values);
      }
      least = Math.min(least, row.size());
      most = Math.max(most, row.size());
    }
    if (checked == 0) {
      refused.add(name + ": its results were not checked (-c 0)");
      return;
    }
    String gpu = run.gpu().orElse("");
    Optional<CheckedRun> other = runs.stream().filter(r -> isOtherGpu(r.gpu(), gpu)).findFirst();
    if (other.isPresent() && wrong == 0) {
      refused.add(
          name + ": measured on " + gpu + ", " + other.get().source() + " on " + other.get().gpu());
      return;
    }
    runs.add(
        new CheckedRun(
            name,
            test,
            run.nRanks().orElse(-1),
            gpu,
            algorithm,
            rows.get(0).type(),
            run.isGraph().map(g -> g ? "graph" : "eager").orElse(""),
            least,
            most,
            checked,
            wrong));
  }

  private static boolean isOtherGpu(String a, String b) {
    return !a.isEmpty() && !b.isEmpty() && !MeasuredHost.mayBeOneGpu(a, b);
  }

  /**
   * Results compared for one half of a row. The timed iterations ({@code -n}) are never compared;
   * after them {@code -c} operations are run one by one and each is compared (nccl-tests
   * src/common.cu, BenchTime; releases with the column {@code error} compared once).
   */
  private static long checksPerHalf(BenchmarkRun run) {
    boolean isOld = run.note("columns").map(c -> c.contains("error")).orElse(false);
    long stated =
        run.note("validation").filter(v -> v.matches("\\d{1,12}")).map(Long::parseLong).orElse(1L);
    return isOld ? Math.min(1, stated) : stated;
  }
}
