package dev.ringside.summary;

import dev.ringside.trace.record.BatchSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The status lines of serving engines, in order. */
final class ServingLines {
  private ServingLines() {}

  static InspectedServing of(List<WholeSource> sources, List<EngineFacts> engines) {
    List<BatchSample> batches = new ArrayList<>();
    List<Long> prefill = new ArrayList<>();
    for (WholeSource s : sources) {
      for (RareLine line : s.piece().rare().lines()) {
        if (line.record() instanceof BatchSample b) {
          if (b.phase().equals("prefill")) {
            prefill.add(b.tokens());
          } else {
            batches.add(b);
          }
        }
      }
    }
    boolean isGraphSaid = batches.stream().anyMatch(b -> b.cudaGraph() >= 0);
    return new InspectedServing(
        batches.stream().map(BatchSample::running).toList(),
        batches.stream().map(b -> known(b.waiting())).toList(),
        isGraphSaid
            ? Optional.of(batches.stream().map(b -> replayed(b.cudaGraph())).toList())
            : Optional.empty(),
        engines.stream().map(EngineFacts::largestGraph).flatMapToInt(OptionalInt::stream).max(),
        prefill);
  }

  private static Optional<Boolean> replayed(int cudaGraph) {
    return cudaGraph < 0 ? Optional.empty() : Optional.of(cudaGraph == 1);
  }

  private static OptionalInt known(int n) {
    return n < 0 ? OptionalInt.empty() : OptionalInt.of(n);
  }
}
