package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import dev.ringside.summary.Interpretation;
import dev.ringside.summary.SummaryPieces;
import dev.ringside.trace.PieceSinks;
import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.TraceFiles;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceSink;
import dev.ringside.trace.record.TuningChoice;
import dev.ringside.tuner.TunerCall;
import dev.ringside.tuner.TunerFile;
import dev.ringside.tuner.ZoneMap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What NCCL 2.28.9 took with the plugin loaded, beside the model of the same tuner file. */
class PluginOnNcclTest {
  private static final Path SAMPLE = Checkout.root().resolve("samples/plugin-proof");
  private static final int RANKS = 2;
  private static final int NODES = 2;

  private final TunerFile file = TunerFiles.open(SAMPLE.resolve("one-gpu.csv").toString());
  private final ZoneMap zones = ZoneMap.of(file, RANKS, NODES);

  // The log does not say which calls were captured, so either regBuff may have been asked.
  @ParameterizedTest
  @CsvSource({"tuner,Ring/Simple", "tuner-ll128,Ring/LL128"})
  void everyCallRanAsTheModelSays(String run, String at256KiB) {
    Path log = SAMPLE.resolve("h200/nccl." + run + ".rank0.log");
    int open = costs(log).allowed(Collective.ALL_REDUCE);
    TreeMap<Long, Set<String>> ran = new TreeMap<>();
    int ruled = 0;
    for (TuningChoice choice : choices(log)) {
      String taken = choice.algorithm().ncclName() + "/" + choice.protocol().ncclName();
      ran.computeIfAbsent(choice.bytes(), b -> new TreeSet<>()).add(taken);
      Set<String> wanted =
          Stream.of(0, 1).map(reg -> decision(choice, reg, open)).collect(Collectors.toSet());
      if (!wanted.contains(PluginDecision.NONE)) {
        assertThat(wanted).as("%s bytes", choice.bytes()).contains(taken);
        ruled++;
      }
    }
    assertThat(ran).hasSize(21);
    assertThat(ruled).isGreaterThanOrEqualTo(15);
    assertThat(ran).containsEntry(262_144L, Set.of(at256KiB));
  }

  @Test
  void theRunWithoutAPluginTookOtherChoices() {
    Path log = SAMPLE.resolve("h200/nccl.default.rank0.log");
    int open = costs(log).allowed(Collective.ALL_REDUCE);

    assertThat(choices(log))
        .filteredOn(
            c ->
                !decision(c, 1, open).equals(PluginDecision.NONE)
                    && !decision(c, 1, open)
                        .equals(c.algorithm().ncclName() + "/" + c.protocol().ncclName()))
        .hasSizeGreaterThan(5);
  }

  private String decision(TuningChoice choice, int regBuff, int open) {
    TunerCall call = new TunerCall(Collective.ALL_REDUCE, choice.bytes(), NODES, RANKS, 1, regBuff);
    return PluginDecision.ofModel(zones, new CheckPoint(call, open)).choice();
  }

  private static LoggedCosts costs(Path log) {
    SummaryPieces pieces = new SummaryPieces();
    TraceFiles.read(List.of(log), ReadOptions.DEFAULT, pieces);
    List<LoggedCosts> tables =
        LoggedCosts.of(Interpretation.of(pieces.summary(), Optional.empty()));
    assertThat(tables).hasSize(1);
    return tables.get(0);
  }

  private static List<TuningChoice> choices(Path log) {
    List<TuningChoice> found = new ArrayList<>();
    TraceSink sink =
        new TraceSink() {
          @Override
          public void choice(int site, TuningChoice choice, long offset) {
            if (choice.isAllReduce()) {
              found.add(choice);
            }
          }
        };
    PieceSinks pieces =
        new PieceSinks() {
          @Override
          public TraceSink open(Source source, long from) {
            return sink;
          }

          @Override
          public void close(TraceSink piece, Source source, long from, long to, boolean last) {}
        };
    TraceFiles.read(List.of(log), ReadOptions.DEFAULT, pieces);
    return found;
  }
}
