package dev.ringside.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ringside.baseline.BaselineFinding.Severity;
import dev.ringside.cost.Interval;
import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.TraceFiles;
import dev.ringside.trace.record.BatchSample;
import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.EngineBenchmark;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceRecord;
import dev.ringside.trace.record.TraceSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BaselineTest {
  private static final long GIB = 1L << 30;

  @TempDir private Path dir;
  private int files;

  @ParameterizedTest
  @CsvSource({
    "all_reduce,2,1.0",
    "all_reduce,4,1.5",
    "all_reduce,8,1.75",
    "all_reduce,256,1.9921875",
    "all_gather,8,0.875",
    "reduce_scatter,4,0.75",
    "broadcast,8,1.0",
    "sendrecv,8,1.0"
  })
  void busBandwidthHasAFactorForEveryTest(String test, int nRanks, double factor) {
    assertThat(BusBandwidth.factor(test, nRanks)).isCloseTo(factor, within(1e-9));
    assertThat(BusBandwidth.gbs(test, nRanks, 1_000_000, 1000)).isCloseTo(factor, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({
    "NVIDIA H100 80GB HBM3, 8, 360, healthy",
    "NVIDIA H100 80GB HBM3, 8, 300, warning",
    "NVIDIA H100 80GB HBM3, 8, 100, error",
    "NVIDIA H100 PCIe, 8, 30, healthy",
    "NVIDIA A100-SXM4-80GB, 8, 230, healthy",
    "NVIDIA GeForce RTX 4090, 8, 10.3, warning",
    "NVIDIA H200, 2, 120, healthy"
  })
  void aNodeIsJudgedByItsFabric(String gpu, int gpus, double busBw, String verdict)
      throws IOException {
    Baseline result =
        judge(side("now", NcclTests.of("all_reduce").nodes(1, gpus).gpu(gpu).busBw(GIB, busBw)));

    assertThat(codes(result, verdict.equals("error") ? Severity.ERROR : Severity.WARNING))
        .isEqualTo(verdict.equals("healthy") ? List.of() : List.of("below-health-limit"));
  }

  @Test
  void scaleIsJudgedBetweenNumbersOfNodesOnly() throws IOException {
    Side side =
        side(
            "now",
            NcclTests.of("all_reduce").nodes(1, 8).busBw(GIB, 360),
            NcclTests.of("all_reduce").nodes(2, 8).busBw(GIB, 50),
            NcclTests.of("all_reduce").nodes(32, 8).busBw(GIB, 48));

    Baseline result = judge(side);

    assertThat(result.findings())
        .extracting(BaselineFinding::code)
        .doesNotContain("scale-ratio-low");
    assertThat(result.ratios())
        .filteredOn(r -> r.fewNodes() == 1)
        .hasSize(2)
        .noneMatch(ScaleRatio::isCrossNode);
    assertThat(result.ratios())
        .filteredOn(ScaleRatio::isCrossNode)
        .singleElement()
        .satisfies(r -> assertThat(r.ratio()).isCloseTo(0.96, within(0.001)));
  }

  @Test
  void aNetworkThatKeepsHalfIsAnError() throws IOException {
    Side side =
        side(
            "now",
            NcclTests.of("all_reduce").nodes(2, 8).busBw(GIB, 90),
            NcclTests.of("all_reduce").nodes(32, 8).busBw(GIB, 46));

    assertThat(codes(judge(side), Severity.ERROR)).containsExactly("scale-ratio-low");
  }

  @Test
  void nicsOfTheLogRaiseTheLimitOfTheNetwork() throws IOException {
    StringBuilder log =
        new StringBuilder("n0:1:1 [0] NCCL INFO === System : maxBw 48.0 totalBw 370.8 ===\n");
    for (int i = 0; i < 8; i++) {
      log.append("n0:1:1 [0] NCCL INFO + NET[50.0] - NET/0-" + i + " (0/" + i + "/1/50.000000)\n");
    }
    Path tests = write(NcclTests.of("all_reduce").nodes(2, 8).busBw(GIB, 180).text());

    Baseline result = judge(sideOf("now", tests, write(log.toString())));

    assertThat(result.health())
        .singleElement()
        .satisfies(h -> assertThat(h.healthyGBs()).isCloseTo(360, within(0.01)));
    assertThat(codes(result, Severity.ERROR)).containsExactly("below-health-limit");
  }

  @Test
  void ringAndTreeAreComparedSizeBySize() throws IOException {
    Side side =
        side(
            "now",
            NcclTests.of("all_reduce")
                .nodes(8, 8)
                .command("NCCL_ALGO=Ring NCCL_PROTO=Simple ./build/all_reduce_perf -b 1M -e 1G")
                .us(1 << 20, 400)
                .us(GIB, 11_000),
            NcclTests.of("all_reduce")
                .nodes(8, 8)
                .command("NCCL_ALGO=Tree NCCL_PROTO=Simple ./build/all_reduce_perf -b 1M -e 1G")
                .us(1 << 20, 200)
                .us(GIB, 14_000));

    assertThat(judge(side).ringTrees())
        .singleElement()
        .satisfies(
            d ->
                assertThat(d.points())
                    .extracting(RingTree.Point::winner)
                    .containsExactly("Tree", "Ring"));
  }

  @Test
  void textAndJsonOfOneRunAreNoRepeat() throws IOException {
    NcclTests run = NcclTests.of("all_reduce").us(1 << 20, 123.45).us(GIB, 5000);

    Side side = side("now", run, run);

    assertThat(Series.of(side.measurements()))
        .singleElement()
        .satisfies(s -> assertThat(s.isSingleRun(GIB)).isTrue());
  }

  @Test
  void wrongValuesAreAnError() throws IOException {
    Side side = side("now", NcclTests.of("all_reduce").us(GIB, 5000, 3));

    assertThat(codes(judge(side), Severity.ERROR)).containsExactly("data-corruption");
  }

  @Test
  void aSizeSlowerThanItsDoubleIsACurveFault() throws IOException {
    Side side =
        side(
            "now",
            NcclTests.of("all_reduce").nodes(1, 2).us(65_536, 60).us(131_072, 40).us(262_144, 70));

    assertThat(judge(side).findings())
        .filteredOn(f -> f.code().equals("curve-shape"))
        .singleElement()
        .satisfies(f -> assertThat(f.text()).contains("64 KiB takes 60.0 us", "40.0 us"));
  }

  @Test
  void aVariableThatWasTakenAwayIsNamed() throws IOException {
    Side before =
        sideOf(
            "before",
            write(NcclTests.of("all_reduce").nodes(2, 8).busBw(GIB, 46).text()),
            write("n0:1:1 [0] NCCL INFO NCCL_IB_QPS_PER_CONNECTION set by environment to 8.\n"));
    Side after =
        sideOf(
            "after",
            write(NcclTests.of("all_reduce").nodes(2, 8).busBw(GIB, 30).text()),
            write("n0:1:1 [0] NCCL INFO Using network IB\n"));

    assertThat(judge(before, after).findings())
        .filteredOn(f -> f.code().equals("environment-changed"))
        .singleElement()
        .satisfies(f -> assertThat(f.text()).contains("NCCL_IB_QPS_PER_CONNECTION: 8 to not set"));
  }

  @Test
  void aChoiceThatIsForcedAfterwardsIsNamed() throws IOException {
    Side before = side("before", NcclTests.of("all_reduce").us(65_536, 20));
    Side after =
        side(
            "after",
            NcclTests.of("all_reduce")
                .command("NCCL_ALGO=Ring NCCL_PROTO=Simple ./build/all_reduce_perf")
                .us(65_536, 40));

    assertThat(judge(before, after).findings())
        .extracting(BaselineFinding::code)
        .contains("latency-rise", "choice-forced")
        .doesNotContain("cause-unknown");
  }

  @Test
  void servingResultsOfOneLoadAreComparedMetricByMetric() {
    Side before = serving("before", 8, 20.0, 20.2, 19.9);
    Side after = serving("after", 8, 18.0, 18.1, 17.9);
    Side other = serving("other", 64, 10.0, 10.1, 9.9);

    List<EngineChange> changes = judge(before, after).pairs().get(0).engineChanges();

    assertThat(changes)
        .filteredOn(c -> c.metric().equals("median_tpot_ms"))
        .singleElement()
        .satisfies(
            c -> {
              assertThat(c.verdict()).isEqualTo("better");
              assertThat(c.changePct().mid()).isCloseTo(-10, within(0.1));
            });
    assertThat(judge(before, other).pairs().get(0).engineChanges()).isEmpty();
  }

  @Test
  void aPredictionIsHeldAgainstWhatWasMeasured() {
    EngineChange change =
        judge(serving("a", 8, 20.0, 20.2, 19.9), serving("b", 8, 18.0, 18.1, 17.9))
            .pairs()
            .get(0)
            .engineChanges()
            .stream()
            .filter(c -> c.metric().equals("median_tpot_ms"))
            .findFirst()
            .orElseThrow();

    assertThat(new PredictedSaving("as_allowed", new Interval(8, 9.5, 11)).against(change))
        .isEqualTo("agrees");
    assertThat(new PredictedSaving("as_allowed", new Interval(1, 2, 3)).against(change))
        .isEqualTo("contradicts it");
  }

  @Test
  void statusLinesOfAnEngineAreComparedAtEqualBatchSizes() {
    Side before = log("before", 400, 410, 390);
    Side after = log("after", 500, 490, 510);

    assertThat(judge(before, after).pairs().get(0).engineChanges())
        .singleElement()
        .satisfies(
            c -> {
              assertThat(c.metric()).isEqualTo("decode tokens/s at batch 8");
              assertThat(c.before()).isEqualTo(400);
              assertThat(c.verdict()).isEqualTo("better");
            });
  }

  private static Side serving(String label, int concurrency, double... tpotMs) {
    SideCollector side = new SideCollector(label);
    for (double ms : tpotMs) {
      record(
          side,
          label + ms + ".json",
          new EngineBenchmark(
              0,
              "vllm",
              Map.of("model", "m", "max_concurrency", Integer.toString(concurrency), "date", "x"),
              Map.of("median_tpot_ms", ms, "output_throughput", 1000 * concurrency / ms)));
    }
    return side.side();
  }

  private static Side log(String label, double... tokensPerSecond) {
    SideCollector side = new SideCollector(label);
    TraceRecord[] lines = new TraceRecord[tokensPerSecond.length];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = new BatchSample(0, "sglang", "decode", 8, 0, -1, 1, tokensPerSecond[i]);
    }
    record(side, label + ".log", lines);
    return side.side();
  }

  private static void record(SideCollector side, String name, TraceRecord... records) {
    Source source = new Source(name, "text");
    TraceSink sink = side.open(source, 0);
    sink.site(0, CallSite.UNKNOWN);
    for (TraceRecord record : records) {
      sink.record(record, 0);
    }
    side.close(sink, source, 0, 1, true);
  }

  private static Baseline judge(Side... sides) {
    return Baseline.judge(List.of(sides), HealthLimits.builtin(), List.of());
  }

  private Side side(String label, NcclTests... tests) throws IOException {
    Path[] written = new Path[tests.length];
    for (int i = 0; i < tests.length; i++) {
      written[i] = write(tests[i].text());
    }
    return sideOf(label, written);
  }

  private static Side sideOf(String label, Path... inputs) {
    SideCollector collector = new SideCollector(label);
    TraceFiles.read(List.of(inputs), ReadOptions.DEFAULT, collector);
    return collector.side();
  }

  private Path write(String text) throws IOException {
    return Files.writeString(dir.resolve("input" + files++ + ".txt"), text);
  }

  private static List<String> codes(Baseline result, Severity severity) {
    return result.findings().stream()
        .filter(f -> f.severity() == severity)
        .map(BaselineFinding::code)
        .toList();
  }
}
