package dev.ringside.cost;

import dev.ringside.summary.CostEntry;
import dev.ringside.summary.PrintedCosts;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import java.util.Optional;

/**
 * NCCL's estimate for one collective of one communicator: latency and algorithm bandwidth by
 * algorithm and protocol, in the 32-bit floats that NCCL computes with.
 *
 * <p>An entry without bandwidth is forbidden: NCCL never takes it, and a tuner must not.
 */
public final class CostTable {

  private static final int SIZE = Algorithm.values().length * Protocol.values().length;

  private final Collective collective;
  private final float[] latencyUs;
  private final float[] bandwidthGBs;
  private final float roundingHalf;

  private CostTable(Collective collective, float roundingHalf) {
    this.collective = collective;
    this.roundingHalf = roundingHalf;
    this.latencyUs = new float[SIZE];
    this.bandwidthGBs = new float[SIZE];
  }

  /**
   * The table as a log prints it, so rounded to a tenth; empty without a row for the collective.
   */
  public static Optional<CostTable> ofPrinted(PrintedCosts printed, Collective collective) {
    CostTable table = new CostTable(collective, 0.05f);
    boolean found = false;
    for (CostEntry e : printed.entries()) {
      if (e.collective() == collective) {
        table.put(e.algorithm(), e.protocol(), (float) e.latencyUs(), (float) e.bandwidthGBs());
        found = true;
      }
    }
    return found ? Optional.of(table) : Optional.empty();
  }

  /** A table to be filled with exact numbers; every entry is forbidden at first. */
  static CostTable empty(Collective collective) {
    return new CostTable(collective, 0);
  }

  /**
   * The AllReduce table that NCCL would have with LL128 switched on for it.
   *
   * @throws IllegalArgumentException for another collective
   */
  public CostTable withLl128(CostContext context) {
    return Ll128Lift.lift(this, context);
  }

  CostTable copy() {
    CostTable copy = new CostTable(collective, roundingHalf);
    System.arraycopy(latencyUs, 0, copy.latencyUs, 0, SIZE);
    System.arraycopy(bandwidthGBs, 0, copy.bandwidthGBs, 0, SIZE);
    return copy;
  }

  void put(Algorithm algorithm, Protocol protocol, float latency, float bandwidth) {
    int i = index(algorithm, protocol);
    latencyUs[i] = latency;
    bandwidthGBs[i] = bandwidth;
  }

  public Collective collective() {
    return collective;
  }

  /** Microseconds; 0 where never set. */
  public float latencyUs(Algorithm algorithm, Protocol protocol) {
    return latencyUs[index(algorithm, protocol)];
  }

  /** Size over time in 10⁹ bytes a second; 0 where forbidden. */
  public float bandwidthGBs(Algorithm algorithm, Protocol protocol) {
    return bandwidthGBs[index(algorithm, protocol)];
  }

  /** Whether NCCL rules the entry out here. */
  public boolean isForbidden(Algorithm algorithm, Protocol protocol) {
    return bandwidthGBs[index(algorithm, protocol)] == 0;
  }

  /** How far a number may be from what NCCL computed with. */
  float roundingHalf() {
    return roundingHalf;
  }

  private static int index(Algorithm algorithm, Protocol protocol) {
    return algorithm.ordinal() * Protocol.values().length + protocol.ordinal();
  }
}
