package dev.ringside.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import org.junit.jupiter.api.Test;

class Ll128LiftTest {

  private static CostTable forbidden() {
    CostTable table = CostTable.empty(Collective.ALL_REDUCE);
    table.put(Algorithm.RING, Protocol.SIMPLE, 20, 100);
    table.put(Algorithm.RING, Protocol.LL128, 14, 0);
    table.put(Algorithm.TREE, Protocol.SIMPLE, 30, 90);
    table.put(Algorithm.TREE, Protocol.LL128, 16, 0);
    return table;
  }

  private static CostTable lifted(int minor, int nRanks, int nNodes) {
    CostContext context =
        new CostContext(new NcclRelease(2, minor, 3), nRanks, nNodes, 4, -1, 90, true);
    return forbidden().withLl128(context);
  }

  private static float ring(CostTable table) {
    return table.bandwidthGBs(Algorithm.RING, Protocol.LL128);
  }

  @Test
  void ll128CarriesAPartOfWhatSimpleDoes() {
    CostTable one = lifted(28, 8, 1);
    assertThat(ring(one)).isEqualTo(100 * 0.92f);
    assertThat(one.latencyUs(Algorithm.RING, Protocol.LL128)).isEqualTo(14);
    assertThat(one.bandwidthGBs(Algorithm.TREE, Protocol.LL128)).isEqualTo(90 * (7f / 9));
    assertThat(one.bandwidthGBs(Algorithm.RING, Protocol.SIMPLE)).isEqualTo(100);
    assertThat(one.latencyUs(Algorithm.TREE, Protocol.SIMPLE)).isEqualTo(30);
    assertThat(lifted(28, 8, 2).bandwidthGBs(Algorithm.TREE, Protocol.LL128))
        .isEqualTo(90 * (120f / 128));
  }

  @Test
  void before223OneRankANodeCarriesLess() {
    assertThat(ring(lifted(22, 2, 2))).isEqualTo(100 * 0.7f);
    assertThat(ring(lifted(22, 3, 2))).isEqualTo(100 * 0.7f);
    assertThat(ring(lifted(22, 4, 2))).isEqualTo(100 * 0.92f);
    assertThat(ring(lifted(22, 1, 1))).isEqualTo(100 * 0.92f);
    assertThat(ring(lifted(23, 2, 2))).isEqualTo(100 * 0.92f);
  }

  @Test
  void whatIsOpenStaysAndWhatNcclNeverFilledStaysForbidden() {
    CostTable table = CostTable.empty(Collective.ALL_REDUCE);
    table.put(Algorithm.RING, Protocol.SIMPLE, 20, 100);
    table.put(Algorithm.RING, Protocol.LL128, 14, 50);
    table.put(Algorithm.TREE, Protocol.SIMPLE, 30, 90);
    CostTable lifted = table.withLl128(CostContext.oneNode(new NcclRelease(2, 28, 9), 2, 4));
    assertThat(ring(lifted)).isEqualTo(50);
    assertThat(lifted.isForbidden(Algorithm.TREE, Protocol.LL128)).isTrue();
  }

  @Test
  void theTableItselfIsLeftAlone() {
    CostTable table = forbidden();
    table.withLl128(CostContext.oneNode(new NcclRelease(2, 28, 9), 2, 4));
    assertThat(table.isForbidden(Algorithm.RING, Protocol.LL128)).isTrue();
  }

  @Test
  void otherCollectivesHaveNone() {
    CostTable table = CostTable.empty(Collective.ALL_GATHER);
    assertThatThrownBy(() -> table.withLl128(CostContext.oneNode(new NcclRelease(2, 28, 9), 2, 4)))
        .hasMessage("LL128 is lifted for AllReduce alone");
  }
}
