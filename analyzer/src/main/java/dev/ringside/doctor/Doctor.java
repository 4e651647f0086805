package dev.ringside.doctor;

import dev.ringside.summary.TraceSummary;
import dev.ringside.summary.Traffic;
import java.util.List;

/**
 * Examines what inputs say and names what is wrong, each finding with its evidence and a remedy.
 *
 * <pre>{@code
 * List<Finding> findings = Doctor.examine(summary, traffic);
 * }</pre>
 */
public final class Doctor {
  private Doctor() {}

  /**
   * Worst first.
   *
   * @param traffic what {@code summary} was interpreted as
   */
  public static List<Finding> examine(TraceSummary summary, Traffic traffic) {
    Observations seen = Observations.of(summary, traffic);
    return Rules.all().stream()
        .flatMap(rule -> rule.examine(seen).stream())
        .distinct()
        .sorted()
        .toList();
  }
}
