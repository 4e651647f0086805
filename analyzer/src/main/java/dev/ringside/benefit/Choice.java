package dev.ringside.benefit;

import dev.ringside.cost.CurveChoice;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.util.Optional;

/**
 * How a message is carried.
 *
 * @param channels number of channels that a tuner sets; 0 for NCCL's own number
 */
public record Choice(Algorithm algorithm, Protocol protocol, int channels) {

  /** With NCCL's own number of channels. */
  public static Choice of(Algorithm algorithm, Protocol protocol) {
    return new Choice(algorithm, protocol, 0);
  }

  /** The curve that measures it. */
  CurveChoice curve() {
    return new CurveChoice(
        Optional.of(algorithm), Optional.of(protocol), channels > 0 ? channels : -1);
  }
}
