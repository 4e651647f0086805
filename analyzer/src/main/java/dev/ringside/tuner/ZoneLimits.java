package dev.ringside.tuner;

import dev.ringside.trace.record.Protocol;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The published variables, each of which moves the end of one builtin zone. */
final class ZoneLimits {

  private static final int SMALL_COMM_RANKS = 4;

  private enum Variable {
    NCCL_TUNER_LL_MAX_4GPU(true, Protocol.LL),
    NCCL_TUNER_LL_MAX_8GPU(false, Protocol.LL),
    NCCL_TUNER_LL128_MAX_8GPU(false, Protocol.LL128);

    private final boolean smallComm;
    private final Protocol protocol;

    Variable(boolean smallComm, Protocol protocol) {
      this.smallComm = smallComm;
      this.protocol = protocol;
    }

    private boolean ends(TunerRule rule) {
      return rule.protocol() == protocol && (rule.nRanks() <= SMALL_COMM_RANKS) == smallComm;
    }
  }

  private final Map<Variable, Long> bytes = new EnumMap<>(Variable.class);

  private ZoneLimits() {}

  static Optional<ZoneLimits> of(Map<String, String> environment) {
    ZoneLimits limits = new ZoneLimits();
    for (Variable v : Variable.values()) {
      String value = environment.getOrDefault(v.name(), "");
      if (!value.isEmpty()) {
        limits.bytes.put(v, size(v.name(), value));
      }
    }
    return limits.bytes.isEmpty() ? Optional.empty() : Optional.of(limits);
  }

  private static long size(String variable, String text) {
    char unit = text.toUpperCase(Locale.ROOT).charAt(text.length() - 1);
    int shift = unit == 'K' ? 10 : unit == 'M' ? 20 : unit == 'G' ? 30 : 0;
    long value = RuleGrammar.number(shift > 0 ? text.substring(0, text.length() - 1) : text);
    if (value < 0 || value > Long.MAX_VALUE >> shift) {
      throw new IllegalArgumentException(
          variable
              + "=\""
              + text
              + "\" is not a number of bytes (digits, then K, M, G or nothing)");
    }
    return value << shift;
  }

  /**
   * The zones of one rank count stand one after the other, so each begins where the one before it
   * ends, and a limit below that leaves none.
   */
  List<TunerRule> apply(List<TunerRule> zones) {
    List<TunerRule> moved = new ArrayList<>();
    long next = 0;
    int nRanks = TunerRule.ANY;
    for (TunerRule zone : zones) {
      next = zone.nRanks() == nRanks ? next : 0;
      nRanks = zone.nRanks();
      long end = end(zone);
      if (next >= 0 && next <= end) {
        moved.add(zone.withBytes(next, end));
        next = end < Long.MAX_VALUE ? end + 1 : -1;
      }
    }
    return moved;
  }

  private long end(TunerRule zone) {
    return Stream.of(Variable.values())
        .filter(v -> v.ends(zone) && bytes.containsKey(v))
        .map(bytes::get)
        .findFirst()
        .orElse(zone.maxBytes());
  }
}
