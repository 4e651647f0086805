package dev.ringside.sizing;

import dev.ringside.cost.CurveSet;
import dev.ringside.tuner.TunerFile;
import java.util.List;
import java.util.Optional;

/**
 * What to size.
 *
 * @param tensorParallel sizes of the tensor-parallel group, each on one node
 * @param batches tokens of a decode pass: requests × (1 + speculative tokens)
 * @param curves measured on the host in question; may be empty
 * @param zones tuner file whose zones to show
 */
public record SizingRequest(
    ModelShape shape,
    List<Integer> tensorParallel,
    List<Integer> batches,
    List<CurveSet> curves,
    Optional<TunerFile> zones) {
  public SizingRequest {
    tensorParallel = List.copyOf(tensorParallel);
    batches = List.copyOf(batches);
    curves = List.copyOf(curves);
    if (tensorParallel.isEmpty() || tensorParallel.stream().anyMatch(tp -> tp < 1)) {
      throw new IllegalArgumentException(
          "tensor-parallel sizes must be positive: " + tensorParallel);
    }
    if (batches.isEmpty() || batches.stream().anyMatch(b -> b < 1)) {
      throw new IllegalArgumentException("batch sizes must be positive: " + batches);
    }
  }

  int largestBatch() {
    return batches.stream().mapToInt(Integer::intValue).max().orElse(1);
  }
}
