package dev.ringside.doctor;

import dev.ringside.trace.record.Loss;
import java.util.List;
import java.util.Optional;

/** A file that ends inside a record or before its footer. */
final class LogTruncated extends Rule {
  LogTruncated() {
    super("log-truncated", FindingSeverity.WARNING, Layer.INPUT, ALL_RELEASES);
  }

  static boolean isCut(Loss loss) {
    return loss.name().startsWith("truncated");
  }

  /** Whether a run's table ends in the pieces of a row: then it is the end that is cut. */
  static boolean isAtEnd(BenchmarkSeen b) {
    return b.run().tornRows() == 1 && !b.hasFooter();
  }

  /** Whether nothing stands behind the loss: then it is the end that is cut. */
  static boolean isAtEnd(Loss loss, Observations seen) {
    boolean goesOn = loss.name().equals("torn-by-record");
    return LogTorn.isTear(loss) && !goesOn && loss.offset() >= seen.lastOffset(loss.source());
  }

  @Override
  public List<Finding> examine(Observations seen) {
    Optional<Loss> cut =
        seen.traffic().losses().stream().filter(l -> isCut(l) || isAtEnd(l, seen)).findFirst();
    if (cut.isPresent()) {
      return List.of(
          finding(
              new Place(cut.get().source(), cut.get().offset()),
              "The input ends before it is complete: " + cut.get().detail() + ".",
              "Copy it again after the program has ended; a server has to be stopped by SIGTERM or"
                  + " SIGINT so that its profilers can close their files"));
    }
    return seen.benchmarks().stream()
        .filter(b -> !b.hasFooter() && (!b.rows().isEmpty() || b.run().tornRows() > 0))
        .findFirst()
        .map(
            b ->
                finding(
                        b.place(),
                        "The benchmark's table has no footer (average and check result): the run"
                            + " was stopped, or this is an excerpt.",
                        "")
                    .as(isAtEnd(b) ? FindingSeverity.WARNING : FindingSeverity.INFO))
        .map(List::of)
        .orElse(List.of());
  }
}
