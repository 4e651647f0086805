package dev.ringside.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import dev.ringside.cost.TuningLog.Line;
import dev.ringside.summary.CostEntry;
import dev.ringside.summary.PrintedCosts;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.Protocol;
import dev.ringside.trace.record.RedOp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NcclChoiceTest {

  private static final NcclRelease R2_28_9 = new NcclRelease(2, 28, 9);

  @ParameterizedTest
  @CsvSource({
    "data/h200-tp2/shm/log/nccl.node01.rank0.log, 2031",
    "data/h200-tp2/shm/log/hf_rank0.log, 375",
    "data/h200-tp2/shm/log/subsys_all.rank0.log, 133",
    "data/h200-tp2/shm/tuner/proto_per_function.rank0.log, 406",
    "data/h200-tp2/shm/graph/loaded.rank0.log, 156",
    "data/h200-tp2/multi/nvlink.561.log, 32",
    "data/h200-tp2/multi/shm_one_pipe.log, 32",
    "cases/public/12-tuning-table-three-blocks.log, 18",
  })
  void theTableGivesEveryPrintedChoice(String file, int lines) throws IOException {
    List<Line> read = TuningLog.read(Checkout.shared(file));
    assertThat(read.size()).isEqualTo(lines);
    List<String> wrong = new ArrayList<>();
    for (Line line : read) {
      ModelChoice choice = choose(line);
      if (choice.algorithm() != line.algorithm() || choice.protocol() != line.protocol()) {
        wrong.add(line.collective() + " " + line.rankBytes() + ": " + choice);
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** The last column is a size called only in a group, whose tasks share channels. */
  @ParameterizedTest
  @CsvSource({
    "data/h200-tp2/shm/log/nccl.node01.rank0.log, -1",
    "data/h200-tp2/shm/log/hf_rank0.log, -1",
    "data/h200-tp2/shm/log/subsys_all.rank0.log, -1",
    "data/h200-tp2/shm/tuner/proto_per_function.rank0.log, -1",
    "data/h200-tp2/shm/graph/loaded.rank0.log, -1",
    "data/h200-tp2/multi/nvlink.561.log, 131072",
  })
  void limitsGiveEveryPrintedChannelCount(String file, long grouped) throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Line line : TuningLog.read(Checkout.shared(file))) {
      int p = line.protocol().ordinal();
      int channels =
          LaunchChannels.own(
              line.context().release(),
              line.collective(),
              line.protocol(),
              line.rankBytes(),
              line.context().nRanks(),
              new LaunchChannels.Limits(
                  line.context().nChannels(),
                  line.maxThreads().get(TuningLog.key(line.algorithm(), p)),
                  line.thresholds().get(line.algorithm().ordinal() * 3 + p)));
      if (channels != line.channels() && line.rankBytes() != grouped) {
        wrong.add(line.collective() + " " + line.rankBytes() + ": " + channels);
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void aLatencyOfAForbiddenEntryIsNoReasonToTakeIt() {
    CostTable table = CostTable.empty(Collective.ALL_REDUCE);
    table.put(Algorithm.COLLNET_CHAIN, Protocol.LL, 1, 0);
    table.put(Algorithm.RING, Protocol.LL, 10, 1);
    assertThat(choose(table, 1024)).isEqualTo("RING/LL");
    assertThat(table.isForbidden(Algorithm.COLLNET_CHAIN, Protocol.LL)).isTrue();
  }

  @Test
  void equalTimesGoToTheFirstInNcclsOrder() {
    CostTable table = CostTable.empty(Collective.ALL_GATHER);
    table.put(Algorithm.RING, Protocol.SIMPLE, 5, 1);
    table.put(Algorithm.RING, Protocol.LL, 5, 1);
    table.put(Algorithm.NVLS, Protocol.SIMPLE, 5, 1);
    CostedCall call = new CostedCall(Collective.ALL_GATHER, DataType.BFLOAT16, RedOp.SUM, 4096, 1);
    ModelChoice choice =
        NcclChoice.of(CostContext.oneNode(R2_28_9, 4, 4)).choose(table, call).orElseThrow();
    assertThat(choice.algorithm() + "/" + choice.protocol()).isEqualTo("RING/LL");
  }

  @Test
  void nothingOpenIsNoChoice() {
    CostTable table = CostTable.empty(Collective.ALL_REDUCE);
    assertThat(
            NcclChoice.of(CostContext.oneNode(R2_28_9, 2, 4))
                .choose(table, CostedCall.allReduce(1)))
        .isEmpty();
  }

  @Test
  void aGroupPaysRingLatencyForEachOperationAndTreeLatencyForEachBatch() {
    CostTable table = CostTable.empty(Collective.ALL_REDUCE);
    table.put(Algorithm.RING, Protocol.LL, 2, 1000);
    table.put(Algorithm.TREE, Protocol.LL, 15, 1000);
    assertThat(choose(table, 64)).isEqualTo("RING/LL");
    CostedCall nine = new CostedCall(Collective.ALL_REDUCE, DataType.INT8, RedOp.SUM, 64, 9);
    // Ten operations a batch up to 2.29, eight from 2.30 on.
    assertThat(choose(table, nine, new NcclRelease(2, 28, 9))).isEqualTo("TREE/LL");
    assertThat(choose(table, nine, new NcclRelease(2, 30, 3))).isEqualTo("RING/LL");
  }

  @Test
  void treeBandwidthIsCorrectedByProtocolAndSize() {
    CostTable table = CostTable.empty(Collective.ALL_REDUCE);
    table.put(Algorithm.TREE, Protocol.SIMPLE, 1, 10);
    table.put(Algorithm.RING, Protocol.SIMPLE, 1, 6);
    // At 1 MiB (index 14) the tree has half its bandwidth, at 64 MiB (index 20) four fifths.
    assertThat(choose(table, 1 << 20)).isEqualTo("RING/SIMPLE");
    assertThat(choose(table, 64 << 20)).isEqualTo("TREE/SIMPLE");
  }

  @Test
  void aRingOverNodesSitsOnAPlateau() {
    CostTable table = CostTable.empty(Collective.ALL_REDUCE);
    table.put(Algorithm.RING, Protocol.SIMPLE, 10, 100);
    table.put(Algorithm.RING, Protocol.LL, 13, 100);
    CostedCall small = CostedCall.allReduce(64 * 2 * 2 - 1);
    CostedCall large = CostedCall.allReduce(64 * 2 * 2);
    CostContext twoNodes = new CostContext(R2_28_9, 2, 2, 2, 1, 90, true);
    assertThat(choose(table, small, twoNodes)).isEqualTo("RING/SIMPLE");
    assertThat(choose(table, large, twoNodes)).isEqualTo("RING/LL");
  }

  @Test
  void nvlsTakesOnlySomeTypesAndOperators() {
    CostTable table = CostTable.empty(Collective.ALL_REDUCE);
    table.put(Algorithm.NVLS, Protocol.SIMPLE, 1, 100);
    table.put(Algorithm.RING, Protocol.LL, 10, 1);
    assertThat(nvls(table, DataType.BFLOAT16, RedOp.SUM)).isEqualTo("NVLS/SIMPLE");
    assertThat(nvls(table, DataType.FLOAT32, RedOp.SUM)).isEqualTo("NVLS/SIMPLE");
    assertThat(nvls(table, DataType.FLOAT32, RedOp.MAX)).isEqualTo("RING/LL");
    assertThat(nvls(table, DataType.BFLOAT16, RedOp.AVG)).isEqualTo("RING/LL");
    assertThat(nvls(table, DataType.UINT8, RedOp.SUM)).isEqualTo("RING/LL");
  }

  @Test
  void twoGpusHaveNvlsOnlySince2287() {
    CostTable table = CostTable.empty(Collective.ALL_REDUCE);
    table.put(Algorithm.NVLS, Protocol.SIMPLE, 1, 100);
    table.put(Algorithm.RING, Protocol.LL, 10, 1);
    CostedCall call = CostedCall.allReduce(4096);
    assertThat(choose(table, call, new NcclRelease(2, 28, 3))).isEqualTo("RING/LL");
    assertThat(choose(table, call, new NcclRelease(2, 28, 7))).isEqualTo("NVLS/SIMPLE");
  }

  @Test
  void nvlsGathersAnyType() {
    CostTable table = CostTable.empty(Collective.ALL_GATHER);
    table.put(Algorithm.NVLS, Protocol.SIMPLE, 1, 100);
    CostedCall call = new CostedCall(Collective.ALL_GATHER, DataType.UINT8, RedOp.PROD, 4096, 1);
    assertThat(choose(table, call, CostContext.oneNode(R2_28_9, 8, 16))).isEqualTo("NVLS/SIMPLE");
  }

  @Test
  void whereTheRanksOfANodeAreNotKnownNvlsStaysOpen() {
    CostTable table = CostTable.empty(Collective.ALL_REDUCE);
    table.put(Algorithm.NVLS, Protocol.SIMPLE, 1, 100);
    CostContext context = new CostContext(R2_28_9, 8, 1, 16, -1, 90, true);
    assertThat(choose(table, CostedCall.allReduce(4096), context)).isEqualTo("NVLS/SIMPLE");
  }

  @ParameterizedTest
  @CsvSource({
    "COLLNET_DIRECT, 2.23.4, 9, true",
    "COLLNET_DIRECT, 2.24.3, 9, false",
    "COLLNET_DIRECT, 2.24.3, 8, true",
    "COLLNET_CHAIN, 2.27.7, 9, true",
    "COLLNET_CHAIN, 2.28.3, 9, false",
    "COLLNET_CHAIN, 2.28.3, 8, true",
  })
  void collNetTakesEightRanksOfANode(Algorithm a, String release, int local, boolean isOpen) {
    CostTable table = CostTable.empty(Collective.ALL_REDUCE);
    table.put(a, Protocol.SIMPLE, 1, 100);
    NcclRelease r = NcclRelease.parse(release).orElseThrow();
    NcclChoice chooser = NcclChoice.of(new CostContext(r, 32, 2, 16, local, 90, true));
    assertThat(chooser.isOpen(table, CostedCall.allReduce(1), a, Protocol.SIMPLE))
        .isEqualTo(isOpen);
  }

  /** Printed to a tenth: 10.0 is 9.95 to 10.05. */
  @ParameterizedTest
  @CsvSource({
    // bytes, latency and bandwidth of two entries, whether the roundings overlap
    "100000, 10.0, 100.0, 10.1, 100.0, true",
    "100000, 10.0, 100.0, 10.2, 100.0, false",
    "1000000, 1.0, 10.0, 1.0, 9.9, true",
    "1000000, 1.0, 10.0, 1.0, 9.8, false",
  })
  void aChoiceThatTheRoundingMayTurnIsClose(
      long bytes, double latency, double bandwidth, double other, double otherBw, boolean close) {
    assertThat(isClose(bytes, latency, bandwidth, other, otherBw)).isEqualTo(close);
    assertThat(isClose(bytes, other, otherBw, latency, bandwidth)).isEqualTo(close);
  }

  private static boolean isClose(long bytes, double latLl, double bwLl, double lat, double bw) {
    CostTable table =
        CostTable.ofPrinted(
                new PrintedCosts(
                    List.of(
                        new CostEntry(
                            Collective.ALL_REDUCE, Algorithm.RING, Protocol.LL, latLl, bwLl),
                        new CostEntry(
                            Collective.ALL_REDUCE, Algorithm.RING, Protocol.SIMPLE, lat, bw)),
                    List.of()),
                Collective.ALL_REDUCE)
            .orElseThrow();
    return NcclChoice.of(CostContext.oneNode(R2_28_9, 2, 4))
        .choose(table, CostedCall.allReduce(bytes))
        .orElseThrow()
        .isClose();
  }

  @Test
  void anExactTableLeavesNoDoubt() {
    CostTable table = CostTable.empty(Collective.ALL_REDUCE);
    table.put(Algorithm.RING, Protocol.SIMPLE, 5, 1);
    table.put(Algorithm.RING, Protocol.LL, 5, 1);
    NcclChoice chooser = NcclChoice.of(CostContext.oneNode(R2_28_9, 2, 4));
    assertThat(chooser.choose(table, CostedCall.allReduce(64)))
        .map(ModelChoice::isClose)
        .contains(false);
  }

  private static String nvls(CostTable table, DataType type, RedOp op) {
    CostedCall call = new CostedCall(Collective.ALL_REDUCE, type, op, 4096, 1);
    return choose(table, call, CostContext.oneNode(R2_28_9, 8, 16));
  }

  private static String choose(CostTable table, long bytes) {
    return choose(table, CostedCall.allReduce(bytes), R2_28_9);
  }

  private static String choose(CostTable table, CostedCall call, NcclRelease release) {
    return choose(table, call, CostContext.oneNode(release, 2, 4));
  }

  private static String choose(CostTable table, CostedCall call, CostContext context) {
    ModelChoice choice = NcclChoice.of(context).choose(table, call).orElseThrow();
    return choice.algorithm() + "/" + choice.protocol();
  }

  private static ModelChoice choose(Line line) {
    CostTable table = CostTable.ofPrinted(line.costs(), line.collective()).orElseThrow();
    long bytes = line.collective().ncclBytes(line.rankBytes(), line.context().nRanks());
    CostedCall call = new CostedCall(line.collective(), DataType.BFLOAT16, RedOp.SUM, bytes, 1);
    return NcclChoice.of(line.context()).choose(table, call).orElseThrow();
  }
}
