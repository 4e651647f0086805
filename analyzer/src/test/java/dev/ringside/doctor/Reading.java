package dev.ringside.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.summary.CallCounts;
import dev.ringside.summary.Inspection;
import dev.ringside.summary.Interpretation;
import dev.ringside.summary.TraceSummary;
import dev.ringside.summary.Traffic;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All that is said of one input case. */
record Reading(List<Finding> findings, Inspection inspection, Traffic traffic) {

  static Reading of(Path file) {
    TraceSummary summary = Examined.summary(List.of(file));
    Traffic traffic = Interpretation.of(summary, Optional.empty());
    return new Reading(Doctor.examine(summary, traffic), Inspection.of(summary), traffic);
  }

  void lacks(String... codes) {
    assertThat(findings).extracting(Finding::code).doesNotContain(codes);
  }

  void has(String code) {
    assertThat(findings).extracting(Finding::code).contains(code);
  }

  /** What the first finding of a code says. */
  String text(String code) {
    return findings.stream()
        .filter(f -> f.code().equals(code))
        .map(Finding::text)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + code));
  }

  CallCounts calls(String operation) {
    assertThat(inspection.collectives()).containsKey(operation);
    return inspection.collectives().get(operation);
  }

  void counts(String operation, long calls) {
    assertThat(calls(operation).calls()).hasValue(calls);
  }

  Map<Long, Long> bytes(String operation) {
    return calls(operation).bytes().orElseThrow();
  }

  /** No rank of the job is said to be stuck. */
  void isNoHang() {
    lacks("init-incomplete", "collective-mismatch", "collective-pending", "watchdog-timeout");
  }
}
