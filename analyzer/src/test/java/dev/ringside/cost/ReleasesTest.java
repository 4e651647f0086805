package dev.ringside.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.GraphPattern;
import dev.ringside.trace.record.Protocol;
import dev.ringside.trace.record.RedOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What changes in NCCL's own choice from release to release, 2.18 to 2.30. */
class ReleasesTest {

  private static CostTable table(String release, int cc, int ranks, String path, double bw) {
    NcclRelease r = NcclRelease.parse(release).orElseThrow();
    List<GraphPattern> patterns =
        List.of(
            new GraphPattern(0, 4, 0, 4, bw, bw, path, "PIX", 1),
            new GraphPattern(0, 1, 0, 4, bw, bw, path, "PIX", 0));
    return OneNodeModel.of(new CostContext(r, ranks, 1, 4, ranks, cc, true), patterns)
        .orElseThrow()
        .table(Collective.ALL_REDUCE, EnabledNames.all());
  }

  /** Two Hopper GPUs over PCIe, four channels of 10 GB/s: ring and tree carry 40 and 36.8. */
  @ParameterizedTest
  @CsvSource({
    // release, Ring LL (a quarter, since 2.21 half), Tree/Simple latency (base and two hops)
    "2.18.1, 8.6/10.0, 56.0",
    "2.18.3, 8.6/10.0, 12.0",
    "2.18.6, 8.6/10.0, 12.0",
    "2.19.3, 8.6/10.0, 56.0",
    "2.20.5, 8.6/10.0, 56.0",
    "2.21.5, 8.6/20.0, 56.0",
    "2.22.3, 8.6/20.0, 56.0",
    "2.23.4, 8.6/20.0, 16.4",
    "2.24.3, 8.6/20.0, 16.4",
    "2.25.1, 8.6/20.0, 16.4",
    "2.26.2, 8.6/20.0, 16.4",
    "2.27.7, 8.6/20.0, 16.4",
    "2.28.9, 8.6/20.0, 16.4",
    "2.29.2, 8.6/20.0, 16.4",
    "2.30.7, 8.6/20.0, 16.4",
  })
  void theTableOfTwoGpusOverPcie(String release, String ringLl, double treeSimple) {
    CostTable table = table(release, 90, 2, "PHB", 10);

    assertThat(cell(table, Algorithm.RING, Protocol.LL)).isEqualTo(ringLl);
    assertThat(cell(table, Algorithm.RING, Protocol.SIMPLE)).isEqualTo("19.8/40.0");
    assertThat(String.format(Locale.ROOT, "%.1f", table.latencyUs(Algorithm.TREE, Protocol.SIMPLE)))
        .isEqualTo(String.format(Locale.ROOT, "%.1f", treeSimple));
    assertThat(table.isForbidden(Algorithm.RING, Protocol.LL128)).isTrue();
  }

  /** Eight GPUs over NVLink with more than any cap: LL and LL128 rings show the caps. */
  @ParameterizedTest
  @CsvSource({
    // release, compute capability, LL at most, LL128 at most a channel (0: not open)
    "2.18.3, 90, 87.7, 36.7",
    "2.20.5, 90, 87.7, 36.7",
    "2.21.5, 90, 141, 36.7",
    "2.30.7, 90, 141, 36.7",
    "2.24.3, 100, 141, 0",
    "2.25.1, 100, 282, 73.4",
    "2.28.9, 100, 282, 73.4",
    "2.29.2, 100, 282, 34.5",
    "2.29.7, 100, 282, 40",
    "2.30.7, 100, 282, 40",
    "2.30.7, 70, 39, 20",
    "2.30.7, 80, 87.7, 20",
    "2.26.2, 86, 87.7, 0",
    "2.27.3, 86, 87.7, 20",
  })
  void theCapsOfGpuGenerations(String release, int cc, double ll, double ll128) {
    CostTable table = table(release, cc, 8, "NVL", 200);

    // An AllReduce moves 2 x 7 / 8 of its bytes.
    assertThat(cell(table, Algorithm.RING, Protocol.LL))
        .endsWith(String.format(Locale.ROOT, "/%.1f", ll * 8 / 14));
    assertThat(cell(table, Algorithm.RING, Protocol.LL128))
        .endsWith(String.format(Locale.ROOT, "/%.1f", 4 * ll128 * 8 / 14));
  }

  /** Four channels of more than a tree of Blackwell takes. */
  @ParameterizedTest
  @CsvSource({"2.27.7, 77.4", "2.28.3, 70"})
  void treesOfBlackwell(String release, double channel) {
    CostTable table = table(release, 100, 8, "NVL", 200);

    assertThat(cell(table, Algorithm.TREE, Protocol.SIMPLE))
        .endsWith(String.format(Locale.ROOT, "/%.1f", 4 * channel / 2));
    assertThat(cell(table, Algorithm.TREE, Protocol.LL128))
        .endsWith(String.format(Locale.ROOT, "/%.1f", 4 * channel * 7 / 9 / 2));
  }

  /** A tree pays its latency once a batch of grouped operations. */
  @ParameterizedTest
  @CsvSource({
    "2.18.1, 9",
    "2.21.5, 9",
    "2.22.3, 16",
    "2.23.4, 10",
    "2.29.7, 10",
    "2.30.3, 8",
  })
  void operationsThatShareTheLatencyOfATree(String release, int batch) {
    CostTable table = CostTable.empty(Collective.ALL_REDUCE);
    table.put(Algorithm.TREE, Protocol.LL, 10, 1000);
    NcclChoice chooser =
        NcclChoice.of(CostContext.oneNode(NcclRelease.parse(release).orElseThrow(), 2, 4));

    assertThat(us(chooser, table, batch)).isLessThan(11);
    assertThat(us(chooser, table, batch + 1)).isBetween(20.0, 21.0);
  }

  private static double us(NcclChoice chooser, CostTable table, int operations) {
    return chooser
        .choose(
            table,
            new CostedCall(Collective.ALL_REDUCE, DataType.BFLOAT16, RedOp.SUM, 1024, operations))
        .orElseThrow()
        .modelUs();
  }

  @Test
  void treesAreCorrectedAlikeInEveryRelease() {
    List<Double> times = new ArrayList<>();
    for (int minor = 18; minor <= 30; minor++) {
      CostTable table = CostTable.empty(Collective.ALL_REDUCE);
      table.put(Algorithm.TREE, Protocol.LL, 1, 1);
      times.add(
          us(NcclChoice.of(CostContext.oneNode(new NcclRelease(2, minor, 9), 2, 4)), table, 1));
    }
    // 1 KiB is index 4: nine tenths of the bandwidth.
    assertThat(times).hasSize(13).allMatch(us -> Math.abs(us - (1 + 1.024 / 0.9)) < 1e-4);
  }

  /** An fp8 ring of more than eight ranks is priced out. */
  @ParameterizedTest
  @CsvSource({
    "2.23.4, 9, FLOAT8E4M3, RING",
    "2.24.3, 9, FLOAT8E4M3, TREE",
    "2.24.3, 9, FLOAT8E5M2, TREE",
    "2.24.3, 9, FLOAT16, RING",
    "2.24.3, 8, FLOAT8E4M3, RING",
    "2.30.7, 16, FLOAT8E4M3, TREE",
  })
  void roundingOfFp8KeepsLongRingsOut(String release, int ranks, DataType type, String algorithm) {
    CostTable table = CostTable.empty(Collective.ALL_REDUCE);
    table.put(Algorithm.RING, Protocol.SIMPLE, 10, 10);
    table.put(Algorithm.TREE, Protocol.SIMPLE, 50, 10);
    CostedCall call = new CostedCall(Collective.ALL_REDUCE, type, RedOp.SUM, 65_536, 1);
    CostContext context =
        new CostContext(NcclRelease.parse(release).orElseThrow(), ranks, 1, 4, ranks, 90, true);

    assertThat(NcclChoice.of(context).choose(table, call).orElseThrow().algorithm())
        .hasToString(algorithm);
  }

  private static String cell(CostTable table, Algorithm a, Protocol p) {
    return String.format(Locale.ROOT, "%.1f/%.1f", table.latencyUs(a, p), table.bandwidthGBs(a, p));
  }
}
