package dev.ringside.trace.record;

/**
 * NCCL's choice for one call, or for one group of calls.
 *
 * @param op {@link Collective#UNKNOWN} where the line does not name it (NCCL 2.20 to 2.22)
 * @param bytes as printed: the group's total up to 2.23, one rank's share from 2.24
 * @param channels number of channels; 0 where the line does not say
 * @param modelUs NCCL's own estimate in microseconds; NaN where the line does not say
 */
public record TuningChoice(
    Collective op,
    long bytes,
    Algorithm algorithm,
    Protocol protocol,
    int channels,
    double modelUs) {

  /** Where the line gives no estimate. */
  public TuningChoice(
      Collective op, long bytes, Algorithm algorithm, Protocol protocol, int channels) {
    this(op, bytes, algorithm, protocol, channels, Double.NaN);
  }

  /** Whether it may be a choice for AllReduce: some releases do not name the operation. */
  public boolean isAllReduce() {
    return op == Collective.ALL_REDUCE || op == Collective.UNKNOWN;
  }
}
