package dev.ringside.doctor;

import dev.ringside.trace.record.Loss;
import java.util.List;
import java.util.Optional;

/** Records cut by or interleaved with others. */
final class LogTorn extends Rule {
  LogTorn() {
    super("log-torn", FindingSeverity.WARNING, Layer.INPUT, ALL_RELEASES);
  }

  static boolean isTear(Loss loss) {
    return loss.name().startsWith("torn");
  }

  @Override
  public List<Finding> examine(Observations seen) {
    List<Loss> torn =
        seen.traffic().losses().stream()
            .filter(LogTorn::isTear)
            .filter(l -> !LogTruncated.isAtEnd(l, seen))
            .toList();
    Optional<Place> table =
        seen.benchmarks().stream()
            .filter(b -> b.run().tornRows() > 0 && !LogTruncated.isAtEnd(b))
            .map(BenchmarkSeen::place)
            .findFirst();
    if (torn.isEmpty() && table.isEmpty()) {
      return List.of();
    }
    return List.of(
        finding(
            torn.isEmpty()
                ? table.orElseThrow()
                : new Place(torn.get(0).source(), torn.get(0).offset()),
            "Records were cut by other writers to the same output, "
                + Math.max(1, torn.size())
                + " seen: what they said is lost, so a rank whose line is missing is not stuck.",
            "One file a process: NCCL_DEBUG_FILE=nccl.%h.%p.log"));
  }
}
