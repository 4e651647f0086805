package dev.ringside.cost;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;

/**
 * The AllReduce table that NCCL would compute if LL128 were not forbidden. Its latency is printed
 * even where it is forbidden; its bandwidth follows from that of Simple (NCCL src/graph/tuning.cc,
 * ncclTopoTuneModel). Its caps a channel (20 GB/s before Hopper, 34.5 and more since) need the
 * graph search and are not applied: they bind where one channel carries a whole PCIe 4.0 or 5.0 x16
 * link, and LL128's bandwidth then comes out a tenth to a quarter too large.
 */
final class Ll128Lift {

  private Ll128Lift() {}

  /** The same table with LL128 open on rings and trees that have Simple open. */
  static CostTable lift(CostTable table, CostContext context) {
    if (table.collective() != Collective.ALL_REDUCE) {
      throw new IllegalArgumentException("LL128 is lifted for AllReduce alone");
    }
    CostTable lifted = table.copy();
    boolean oneRankANode = context.nNodes() > 1 && context.nRanks() < 2 * context.nNodes();
    boolean discount = oneRankANode && !context.release().isAtLeast(2, 23, 0);
    open(lifted, Algorithm.RING, discount ? 0.7f : 0.92f);
    open(lifted, Algorithm.TREE, context.nNodes() > 1 ? 120f / 128 : 7f / 9);
    return lifted;
  }

  private static void open(CostTable table, Algorithm a, float partOfSimple) {
    float latency = table.latencyUs(a, Protocol.LL128);
    if (table.isForbidden(a, Protocol.LL128) && latency > 0) {
      table.put(a, Protocol.LL128, latency, table.bandwidthGBs(a, Protocol.SIMPLE) * partOfSimple);
    }
  }
}
