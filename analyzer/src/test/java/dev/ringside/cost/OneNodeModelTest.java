package dev.ringside.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import dev.ringside.summary.CostEntry;
import dev.ringside.summary.PrintedCosts;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.GraphPattern;
import dev.ringside.trace.record.Protocol;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OneNodeModelTest {

  /** Patterns as these logs print them: channels × GB/s of ring and tree, and the path. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "shm/log/nccl.node01.rank0.log | 2 | 20 | 40 | PHB | | ",
        "shm/log/subsys_all.rank0.log | 2 | 20 | 40 | PHB | LL128 | Ring",
        "shm/tuner/proto_per_function.rank0.log | 2 | 20 | 40 | PHB"
            + " | LL,Simple;allreduce:LL,LL128,Simple | ",
        "multi/nvlink.561.log | 12 | 30 | 60 | NVL | | ",
      })
  void patternsRebuildThePrintedTable(
      String file,
      int channels,
      double ringBw,
      double treeBw,
      String path,
      String proto,
      String algo)
      throws IOException {
    PrintedCosts printed = TuningLog.read(Checkout.shared("data/h200-tp2/" + file)).get(0).costs();
    NcclRelease release = new NcclRelease(2, 28, 9);
    CostContext context = new CostContext(release, 2, 1, channels, 2, 90, true);
    OneNodeModel model =
        OneNodeModel.of(context, patterns(channels, ringBw, treeBw, path)).orElseThrow();
    int compared = 0;
    for (CostEntry e : printed.entries()) {
      if (e.algorithm() != Algorithm.RING && e.algorithm() != Algorithm.TREE) {
        continue;
      }
      EnabledNames enabled =
          EnabledNames.parse(
                  release, e.collective(), proto == null ? "" : proto, algo == null ? "" : algo)
              .orElseThrow();
      CostTable table = model.table(e.collective(), enabled);
      String rebuilt =
          cell(
              table.latencyUs(e.algorithm(), e.protocol()),
              table.bandwidthGBs(e.algorithm(), e.protocol()));
      assertThat(rebuilt).as(e.toString()).isEqualTo(cell(e.latencyUs(), e.bandwidthGBs()));
      compared++;
    }
    assertThat(compared).isEqualTo(30);
  }

  @Test
  void theWorkedExamplesOfThePcieModelCome() {
    CostTable eight = allReduce(8, 86, 2, 12, "SYS");
    assertThat(cell(eight, Algorithm.RING, Protocol.LL)).isEqualTo("20.6/6.9");
    assertThat(cell(eight, Algorithm.RING, Protocol.SIMPLE)).isEqualTo("88.2/13.7");
    assertThat(eight.isForbidden(Algorithm.RING, Protocol.LL128)).isTrue();
    CostTable two = allReduce(2, 86, 2, 12, "PHB");
    assertThat(cell(two, Algorithm.RING, Protocol.LL)).isEqualTo("8.6/12.0");
    assertThat(cell(two, Algorithm.RING, Protocol.SIMPLE)).isEqualTo("19.8/24.0");
    CostTable hopper = allReduce(8, 90, 16, 20, "NVL");
    assertThat(cell(hopper, Algorithm.RING, Protocol.LL)).isEqualTo("15.0/80.6");
    assertThat(cell(hopper, Algorithm.RING, Protocol.LL128)).isEqualTo("40.6/168.2");
    assertThat(cell(hopper, Algorithm.RING, Protocol.SIMPLE)).isEqualTo("56.0/182.9");
  }

  @Test
  void ll128OpensByReleasePathAndGpu() {
    assertThat(Ll128Gate.isOpen(new NcclRelease(2, 28, 9), 90, "NVL")).isTrue();
    assertThat(Ll128Gate.isOpen(new NcclRelease(2, 28, 9), 90, "PHB")).isFalse();
    assertThat(Ll128Gate.isOpen(new NcclRelease(2, 18, 1), 80, "NVB")).isFalse();
    assertThat(Ll128Gate.isOpen(new NcclRelease(2, 18, 3), 80, "NVB")).isTrue();
    assertThat(Ll128Gate.isOpen(new NcclRelease(2, 26, 2), 86, "NVL")).isFalse();
    assertThat(Ll128Gate.isOpen(new NcclRelease(2, 27, 3), 86, "NVL")).isTrue();
    assertThat(Ll128Gate.isOpen(new NcclRelease(2, 27, 3), 60, "NVL")).isFalse();
    assertThat(Ll128Gate.isOpen(new NcclRelease(2, 27, 3), 70, "NVL")).isTrue();
    assertThat(Ll128Gate.isOpen(new NcclRelease(2, 24, 3), 100, "NVL")).isFalse();
    assertThat(Ll128Gate.isOpen(new NcclRelease(2, 25, 1), 100, "NVL")).isTrue();
  }

  @Test
  void constantsChangeWithTheRelease() {
    assertThat(treeSimple(new NcclRelease(2, 18, 1), "PHB")).isEqualTo(2 * 28f);
    assertThat(treeSimple(new NcclRelease(2, 18, 5), "PHB")).isEqualTo(2 * 6f);
    assertThat(treeSimple(new NcclRelease(2, 22, 3), "PHB")).isEqualTo(2 * 28f);
    assertThat(treeSimple(new NcclRelease(2, 23, 4), "PHB")).isEqualTo(8.4f + 2 * 4f);
  }

  @Test
  void severalNodesAndUnknownGpusAreNotModelled() {
    List<GraphPattern> patterns = patterns(2, 20, 40, "PHB");
    NcclRelease release = new NcclRelease(2, 28, 9);
    assertThat(OneNodeModel.of(new CostContext(release, 4, 2, 2, 2, 90, true), patterns)).isEmpty();
    assertThat(OneNodeModel.of(new CostContext(release, 2, 1, 2, 2, -1, true), patterns)).isEmpty();
    assertThat(OneNodeModel.of(new CostContext(release, 1, 1, 2, 1, 90, true), patterns)).isEmpty();
    assertThat(OneNodeModel.of(new CostContext(release, 2, 1, 2, 2, 90, true), List.of()))
        .isEmpty();
  }

  @Test
  void patternsCountByTheirNumberAndWithChannelsOnly() {
    GraphPattern ring = pattern(4, 2, "PHB", 1);
    GraphPattern tree = pattern(3, 2, "PHB", 0);
    GraphPattern nvls = pattern(5, 2, "PHB", 0);

    assertThat(of(2, pattern(4, 0, "PHB", 1), tree)).isEmpty();
    assertThat(of(2, ring, pattern(3, 0, "PHB", 0))).isEmpty();
    assertThat(of(2, ring, nvls)).isEmpty();
    assertThat(of(2, nvls, tree)).isEmpty();
    assertThat(of(2, nvls, tree, ring)).isPresent();
  }

  @Test
  void eachGraphOpensLl128ByItsOwnPath() {
    CostTable table =
        of(2, pattern(4, 2, "NVL", 1), pattern(1, 2, "PHB", 0))
            .orElseThrow()
            .table(Collective.ALL_REDUCE, EnabledNames.all());

    assertThat(table.isForbidden(Algorithm.RING, Protocol.LL128)).isFalse();
    assertThat(table.isForbidden(Algorithm.TREE, Protocol.LL128)).isTrue();
  }

  @Test
  void logsThatNameNoGpuGetAModelOfEachKind() {
    List<GraphPattern> patterns = patterns(2, 20, 40, "NVL");
    NcclRelease release = new NcclRelease(2, 26, 2);

    List<OneNodeModel> any =
        OneNodeModel.ofAnyGpu(new CostContext(release, 2, 1, 2, 2, -1, true), patterns);

    assertThat(
            any.stream()
                .map(m -> m.table(Collective.ALL_REDUCE, EnabledNames.all()))
                .map(t -> t.isForbidden(Algorithm.RING, Protocol.LL128)))
        .containsExactly(false, false, true, false, false, false);
    assertThat(OneNodeModel.ofAnyGpu(new CostContext(release, 2, 1, 2, 2, 90, true), patterns))
        .hasSize(1);
  }

  /** Broadcast and Reduce go round once; where the channels are the same, NCCL counts one hop. */
  @ParameterizedTest
  @CsvSource({
    "BROADCAST, LL, NVL, 1, 7.2",
    "BROADCAST, LL, NVL, 0, 9.0",
    "REDUCE, LL, PHB, 0, 10.6",
    "REDUCE, SIMPLE, NVL, 1, 11.8",
    "REDUCE, SIMPLE, NVL, 0, 24.4",
    "ALL_GATHER, SIMPLE, NVL, 0, 18.6",
  })
  void ringsOfFourPayTheirHops(Collective c, Protocol p, String path, int same, String latency) {
    CostTable table =
        of(4, pattern(4, 2, path, same), pattern(1, 2, path, 0))
            .orElseThrow()
            .table(c, EnabledNames.all());
    assertThat(String.format(Locale.ROOT, "%.1f", table.latencyUs(Algorithm.RING, p)))
        .isEqualTo(latency);
  }

  @ParameterizedTest
  @CsvSource({
    // Two channels of 20 GB/s.
    "2.20.5, ALL_REDUCE, 10.0",
    "2.20.5, REDUCE, 10.0",
    "2.20.5, BROADCAST, 13.3",
    "2.21.5, BROADCAST, 20.0",
  })
  void before221FlagsTookMoreOfALine(String release, Collective c, String bandwidth) {
    NcclRelease r = NcclRelease.parse(release).orElseThrow();
    CostTable table =
        OneNodeModel.of(
                new CostContext(r, 2, 1, 2, 2, 90, true),
                List.of(pattern(4, 2, "PHB", 1), pattern(1, 2, "PHB", 0)))
            .orElseThrow()
            .table(c, EnabledNames.all());
    assertThat(String.format(Locale.ROOT, "%.1f", table.bandwidthGBs(Algorithm.RING, Protocol.LL)))
        .isEqualTo(bandwidth);
  }

  @ParameterizedTest
  @CsvSource({"2.18.1, 3, 18.4", "2.18.3, 3, 15.6", "2.18.3, 1, 18.4", "2.30.7, 3, 15.6"})
  void aPlainTreeCarriesLess(String release, int pattern, String bandwidth) {
    NcclRelease r = NcclRelease.parse(release).orElseThrow();
    CostTable table =
        OneNodeModel.of(
                new CostContext(r, 8, 1, 2, 8, 90, true),
                List.of(pattern(4, 2, "NVL", 1), pattern(pattern, 2, "NVL", 0)))
            .orElseThrow()
            .table(Collective.ALL_REDUCE, EnabledNames.all());
    assertThat(
            String.format(Locale.ROOT, "%.1f", table.bandwidthGBs(Algorithm.TREE, Protocol.SIMPLE)))
        .isEqualTo(bandwidth);
    assertThat(String.format(Locale.ROOT, "%.1f", table.latencyUs(Algorithm.TREE, Protocol.LL)))
        .isEqualTo("15.2");
  }

  private static Optional<OneNodeModel> of(int nRanks, GraphPattern... patterns) {
    CostContext context =
        new CostContext(new NcclRelease(2, 28, 9), nRanks, 1, 2, nRanks, 90, true);
    return OneNodeModel.of(context, List.of(patterns));
  }

  private static GraphPattern pattern(int number, int channels, String path, int same) {
    return new GraphPattern(0, number, 0, channels, 20, 20, path, "PIX", same);
  }

  private static float treeSimple(NcclRelease release, String path) {
    CostContext context = new CostContext(release, 2, 1, 2, 2, 80, true);
    return OneNodeModel.of(context, patterns(2, 20, 20, path))
        .orElseThrow()
        .table(Collective.ALL_REDUCE, EnabledNames.all())
        .latencyUs(Algorithm.TREE, Protocol.SIMPLE);
  }

  private static CostTable allReduce(int nRanks, int cc, int channels, double bw, String path) {
    CostContext context =
        new CostContext(new NcclRelease(2, 30, 7), nRanks, 1, channels, nRanks, cc, true);
    return OneNodeModel.of(context, patterns(channels, bw, bw, path))
        .orElseThrow()
        .table(Collective.ALL_REDUCE, EnabledNames.all());
  }

  private static List<GraphPattern> patterns(int channels, double ring, double tree, String path) {
    return List.of(
        new GraphPattern(0, 4, 0, channels, ring, ring, path, "PIX", 1),
        new GraphPattern(0, 1, 0, channels, tree, tree, path, "PIX", 0));
  }

  private static String cell(CostTable table, Algorithm a, Protocol p) {
    return cell(table.latencyUs(a, p), table.bandwidthGBs(a, p));
  }

  private static String cell(double latency, double bandwidth) {
    return String.format(Locale.ROOT, "%.1f/%.1f", latency, bandwidth);
  }
}
