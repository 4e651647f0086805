package dev.ringside.report;

import dev.ringside.baseline.CheckedRun;
import dev.ringside.baseline.Validation;
import dev.ringside.baseline.ValidationGap;
import java.util.stream.Collectors;

/** What data checks say of the part of a gain that needs LL128. */
public final class ValidationFinding {
  /** How the codes of all of them begin. */
  static final String CODE = "ll128-check-";

  private ValidationFinding() {}

  /** One finding, for a report of the host that was checked. */
  public static Report.Finding of(Validation v) {
    String gpus =
        v.runs().stream()
            .map(CheckedRun::gpu)
            .filter(g -> !g.isEmpty())
            .distinct()
            .collect(Collectors.joining(", "));
    String gaps = v.gaps().stream().map(ValidationGap::what).collect(Collectors.joining("; "));
    String where = gpus.isEmpty() ? "" : " (" + gpus + ")";
    return switch (v.verdict()) {
      case CORRUPTS -> finding("corrupts", "error", v.sentence() + where, "leave NCCL_PROTO alone");
      case NOTHING_CHECKED ->
          finding("missing", "warning", v.sentence(), "see 'ringside validate'");
      case NO_ERROR_SEEN ->
          finding(
              "no-error-seen",
              "info",
              v.sentence() + where + (gaps.isEmpty() ? "" : "; not covered: " + gaps),
              "'ringside validate' prints the commands that cover the rest");
    };
  }

  private static Report.Finding finding(String code, String severity, String text, String remedy) {
    return new Report.Finding(CODE + code, severity, "", -1, text, remedy);
  }
}
