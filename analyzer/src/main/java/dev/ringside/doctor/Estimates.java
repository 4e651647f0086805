package dev.ringside.doctor;

import dev.ringside.summary.CommunicatorGroup;
import dev.ringside.summary.Piece;
import dev.ringside.summary.PrintedCosts;
import dev.ringside.summary.SourceSummary;
import dev.ringside.summary.TunedSize;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.BenchmarkRow;
import dev.ringside.trace.record.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What NCCL's model says of a benchmark's row: from tuning lines, else from the printed table. */
final class Estimates {
  private static final double US_PER_BYTE_AND_GBS = 1000;

  private Estimates() {}

  static OptionalDouble of(Observations seen, String source, BenchmarkRow row) {
    List<TunedSize> choices = new ArrayList<>();
    for (SourceSummary s : seen.summary().sources()) {
      if (s.source().name().equals(source)) {
        for (Piece piece : s.pieces()) {
          piece.tuned().stream().filter(t -> t.bytes() == row.size()).forEach(choices::add);
        }
      }
    }
    OptionalDouble said =
        choices.stream().mapToDouble(TunedSize::modelUs).filter(us -> us > 0).min();
    return said.isPresent() ? said : table(seen, source, choices);
  }

  private static OptionalDouble table(Observations seen, String source, List<TunedSize> choices) {
    for (CommunicatorGroup g : seen.traffic().groups()) {
      boolean isHere = g.members().stream().anyMatch(m -> m.source().equals(source));
      if (isHere && g.costs().isPresent()) {
        return choices.stream().flatMap(t -> us(g.costs().get(), t).stream()).findFirst().stream()
            .mapToDouble(us -> us)
            .findFirst();
      }
    }
    return OptionalDouble.empty();
  }

  /** Latency and size by bandwidth; Tree is left out, since its bandwidth is corrected by size. */
  private static Optional<Double> us(PrintedCosts costs, TunedSize tuned) {
    String[] words = tuned.choice().split("/", 2);
    Optional<Algorithm> algorithm = Algorithm.ofName(words[0]);
    Optional<Protocol> protocol = words.length < 2 ? Optional.empty() : Protocol.ofName(words[1]);
    if (algorithm.isEmpty() || protocol.isEmpty() || algorithm.get() == Algorithm.TREE) {
      return Optional.empty();
    }
    return costs
        .entry(tuned.collective(), algorithm.get(), protocol.get())
        .filter(c -> c.bandwidthGBs() > 0)
        .map(c -> c.latencyUs() + tuned.bytes() / (US_PER_BYTE_AND_GBS * c.bandwidthGBs()));
  }
}
