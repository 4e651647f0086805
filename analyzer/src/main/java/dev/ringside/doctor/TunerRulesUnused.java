package dev.ringside.doctor;

import dev.ringside.summary.MessageRow;
import dev.ringside.trace.record.Collective;
import java.util.List;
import java.util.Set;

/** Rows that fit the job, and none of the sizes that occur. */
final class TunerRulesUnused extends Rule {
  TunerRulesUnused() {
    super("tuner-rules-unused", FindingSeverity.WARNING, Layer.SOFTWARE, "from 2.19");
  }

  @Override
  public List<Finding> examine(Observations seen) {
    Set<LoadedRule.Job> jobs = LoadedRule.jobs(seen);
    List<LoadedRule> rules =
        LoadedRule.of(seen).stream().filter(r -> jobs.stream().anyMatch(r::fits)).toList();
    List<MessageRow> rows =
        seen.traffic().rows().stream()
            .filter(r -> r.collective() == Collective.ALL_REDUCE && r.nRanks() > 1)
            .toList();
    if (rules.isEmpty() || rows.isEmpty() || rows.stream().anyMatch(r -> isServed(r, rules))) {
      return List.of();
    }
    boolean isEagerOnly =
        rows.stream().anyMatch(row -> rules.stream().anyMatch(r -> isInside(row, r)));
    return List.of(
        finding(
            rules.get(0).place(),
            "The plugin's rules are loaded and serve no size that occurs ("
                + rows.stream().mapToLong(MessageRow::bytes).min().orElse(0)
                + " to "
                + rows.stream().mapToLong(MessageRow::bytes).max().orElse(0)
                + " bytes)."
                + (isEagerOnly
                    ? " They ask for regBuff=0 or 1: calls captured in CUDA graphs come with"
                        + " regBuff 1, eager ones with 0."
                    : ""),
            "ringside report LOG --tuner tuner.csv shows which rule serves which size; -1 in column"
                + " 10 fits both kinds of call"));
  }

  private static boolean isInside(MessageRow row, LoadedRule rule) {
    return rule.collective().equals("allreduce")
        && row.bytes() >= rule.minBytes()
        && row.bytes() <= rule.maxBytes();
  }

  private static boolean isServed(MessageRow row, List<LoadedRule> rules) {
    return rules.stream()
        .anyMatch(
            r ->
                isInside(row, r)
                    && (r.regBuff() < 0 || row.phase().isEmpty() || r.regBuff() == row.regBuff()));
  }
}
