package dev.ringside.benefit;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How often each batch size runs.
 *
 * @param weights by tokens of a step, already padded to a captured size; any positive scale
 * @param kind what a weight counts
 * @param basis where it is from
 */
public record BatchMix(NavigableMap<Long, Double> weights, Kind kind, Basis basis) {

  /** What a weight counts. */
  public enum Kind {
    /** Steps: lines that an engine prints every so many steps, or a mix that a user states. */
    STEPS,
    /** Time: lines that an engine prints every so many seconds. A long step is seen more often. */
    TIME
  }

  /** Where a mix is from. */
  public enum Basis {
    GIVEN,
    ENGINE;

    @JsonValue
    public String jsonName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public BatchMix {
    weights = Collections.unmodifiableNavigableMap(new TreeMap<>(weights));
    if (weights.isEmpty() || !weights.values().stream().allMatch(w -> w > 0)) {
      throw new IllegalArgumentException("a batch mix needs positive weights");
    }
  }

  /**
   * A mix as written on a command line: {@code 1:40,8:60}.
   *
   * @throws IllegalArgumentException with a message that shows the form
   */
  public static BatchMix parse(String text) {
    NavigableMap<Long, Double> weights = new TreeMap<>();
    for (String part : text.split(",", -1)) {
      String[] pair = part.strip().split(":", -1);
      if (pair.length != 2
          || !pair[0].matches("[1-9]\\d{0,8}")
          || !pair[1].matches("\\d{1,9}(\\.\\d{1,9})?")
          || Double.parseDouble(pair[1]) == 0) {
        throw new IllegalArgumentException(
            "batch mix \"" + text + "\": want BATCH:WEIGHT,BATCH:WEIGHT such as 1:40,8:60");
      }
      weights.merge(Long.valueOf(pair[0]), Double.parseDouble(pair[1]), Double::sum);
    }
    return new BatchMix(weights, Kind.STEPS, Basis.GIVEN);
  }
}
