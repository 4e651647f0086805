package dev.ringside.doctor;

import dev.ringside.summary.KernelRuns;
import dev.ringside.summary.Piece;
import dev.ringside.summary.SourceSummary;
import dev.ringside.trace.record.KernelSummary;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Kernel time that is mostly waiting for peers. */
final class WaitingDominates extends Rule {
  private static final Pattern NCCL = Pattern.compile("nccl");
  // Share of the time beyond what each run takes when nobody is late.
  private static final double MOSTLY = 0.5;
  private static final int ENOUGH_RUNS = 3;
  // A call of one element is a barrier: waiting is what it is for.
  private static final long BARRIER = 8;

  WaitingDominates() {
    super("waiting-dominates", FindingSeverity.WARNING, Layer.SOFTWARE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return seen.all(KernelSummary.class).stream()
        .filter(s -> NCCL.matcher(s.record().name()).find() && isWaiting(s.record()))
        .findFirst()
        .map(s -> List.of(finding(s.place(), text(s.record()), REMEDY)))
        .orElseGet(() -> ofRuns(seen));
  }

  private static boolean isWaiting(KernelSummary k) {
    double expected = k.medianUs() * k.instances();
    return k.instances() >= ENOUGH_RUNS && k.totalUs() - expected > MOSTLY * k.totalUs();
  }

  private static String text(KernelSummary k) {
    return String.format(
        Locale.ROOT,
        "%d runs of %s took %.0f us together, the median %.1f us, the longest %.0f us: most of the"
            + " time is spent waiting for ranks that come later. The average (%.1f us) is no cost"
            + " of the collective.",
        k.instances(),
        k.name().replaceAll("\\(.*", ""),
        k.totalUs(),
        k.medianUs(),
        k.maxUs(),
        k.meanUs());
  }

  private List<Finding> ofRuns(Observations seen) {
    for (SourceSummary source : seen.summary().sources()) {
      for (Piece piece : source.pieces()) {
        for (KernelRuns k : piece.kernels()) {
          double excess = k.totalNs() - (double) k.shortestNs() * k.timed();
          // Only against the shortest run, so much more is asked of it, and a known size.
          boolean isWaiting =
              k.bytes() > BARRIER && k.timed() >= 2L * ENOUGH_RUNS && excess > 0.8 * k.totalNs();
          if (isWaiting) {
            return List.of(finding(new Place(source.source().name(), -1), text(k), REMEDY));
          }
        }
      }
    }
    return List.of();
  }

  private static String text(KernelRuns k) {
    return String.format(
        Locale.ROOT,
        "%d runs of %s for %d bytes took %.0f us on average and %.1f us at best: most of the time"
            + " is spent waiting for ranks that come later.",
        k.timed(),
        k.kernel().name(),
        k.bytes(),
        k.totalNs() / 1e3 / k.timed(),
        k.shortestNs() / 1e3);
  }

  private static final String REMEDY =
      "Find who comes late: profile all ranks over the same steps (nsys profile"
          + " --cuda-graph-trace=node on each) and compare when the kernel before the collective"
          + " ends; no protocol shortens a wait";
}
