package dev.ringside.cost;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.util.Comparator;
import java.util.Optional;

/**
 * What a curve was measured with.
 *
 * @param algorithm empty where NCCL chose
 * @param protocol empty where NCCL chose
 * @param channels channels forced, -1 for NCCL's own number
 */
public record CurveChoice(Optional<Algorithm> algorithm, Optional<Protocol> protocol, int channels)
    implements Comparable<CurveChoice> {
  private static final Comparator<CurveChoice> ORDER =
      Comparator.comparingInt((CurveChoice c) -> c.algorithm.map(Enum::ordinal).orElse(-1))
          .thenComparingInt(c -> c.protocol.map(Enum::ordinal).orElse(-1))
          .thenComparingInt(CurveChoice::channels);

  /** Nothing forced: NCCL's own choice at every size. */
  public static CurveChoice ncclDefault() {
    return new CurveChoice(Optional.empty(), Optional.empty(), -1);
  }

  public static CurveChoice pinned(Algorithm algorithm, Protocol protocol) {
    return new CurveChoice(Optional.of(algorithm), Optional.of(protocol), -1);
  }

  /** Only NCCL_PROTO was set: the algorithm is NCCL's at every size, so the choice is not known. */
  public static CurveChoice unpinned(Protocol protocol) {
    return new CurveChoice(Optional.empty(), Optional.of(protocol), -1);
  }

  public boolean isDefault() {
    return algorithm.isEmpty() && protocol.isEmpty();
  }

  /** Whether it says what ran at every size. */
  public boolean isPinned() {
    return algorithm.isPresent() && protocol.isPresent();
  }

  /** {@code Ring/LL}, {@code default}, {@code unpinned/LL}; channels behind {@code x} if forced. */
  public String label() {
    String name =
        isDefault()
            ? "default"
            : algorithm.map(Algorithm::ncclName).orElse("unpinned")
                + "/"
                + protocol.map(Protocol::ncclName).orElse("any");
    return channels < 0 ? name : name + "x" + channels;
  }

  @Override
  public int compareTo(CurveChoice other) {
    return ORDER.compare(this, other);
  }
}
