package dev.ringside.cli;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import dev.ringside.tuner.TunerRule;
import dev.ringside.tuner.ZoneMap;
import java.util.Optional;

/**
 * What a tuner answers.
 *
 * @param choice {@code Ring/LL}, or {@code none} where NCCL's own choice stays
 * @param channels 0 where NCCL's own number stays
 * @param fault what it did that no plugin may do; empty for nothing
 */
record PluginDecision(String choice, int channels, String fault) {
  static final String NONE = "none";

  static PluginDecision ofModel(ZoneMap zones, CheckPoint point) {
    Optional<TunerRule> rule = zones.firstUsable(point.call(), point::isAllowed);
    return rule.map(r -> new PluginDecision(name(r.algorithm(), r.protocol()), r.channels(), ""))
        .orElse(new PluginDecision(NONE, 0, ""));
  }

  private static String name(Algorithm algorithm, Protocol protocol) {
    return algorithm.ncclName() + "/" + protocol.ncclName();
  }

  @Override
  public String toString() {
    String channelsToo = channels == 0 ? choice : choice + " on " + channels + " channels";
    return fault.isEmpty() ? channelsToo : channelsToo + " (" + fault + ")";
  }
}
