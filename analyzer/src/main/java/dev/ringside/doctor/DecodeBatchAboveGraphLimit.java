package dev.ringside.doctor;

import dev.ringside.summary.EngineFacts;
import dev.ringside.trace.record.BatchSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Decode batches that no captured CUDA graph fits. */
final class DecodeBatchAboveGraphLimit extends Rule {
  DecodeBatchAboveGraphLimit() {
    super(
        "decode-batch-above-cuda-graph-limit",
        FindingSeverity.WARNING,
        Layer.SOFTWARE,
        ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    List<Finding> out = new ArrayList<>();
    for (EngineFacts engine : seen.traffic().engines()) {
      int largest = engine.largestGraph().orElseGet(() -> replayed(engine));
      seen.all(BatchSample.class).stream()
          .filter(s -> s.record().engine().equals(engine.name()))
          .filter(s -> isOfOneEngine(s.record()) && isAbove(s.record(), largest))
          .max(Comparator.comparingInt(s -> s.record().running()))
          .ifPresent(s -> out.add(finding(s.place(), text(s.record(), largest), remedy(engine))));
    }
    return out;
  }

  private static boolean isOfOneEngine(BatchSample sample) {
    return sample.phase().equals("decode") || sample.phase().equals("mixed");
  }

  private static boolean isAbove(BatchSample sample, int largest) {
    return largest > 0 && sample.running() > largest;
  }

  /** Largest batch that was replayed, where larger ones ran without graphs; -1 where none did. */
  private static int replayed(EngineFacts engine) {
    int replayed = largest(engine, 1);
    return largest(engine, 0) > replayed ? replayed : -1;
  }

  private static int largest(EngineFacts engine, int cudaGraph) {
    return engine.batches().stream()
        .filter(b -> b.phase().equals("decode") && b.cudaGraph() == cudaGraph)
        .mapToInt(EngineFacts.BatchCount::running)
        .max()
        .orElse(-1);
  }

  private static String text(BatchSample sample, int largest) {
    return "Decode batches of up to "
        + sample.running()
        + " requests ran, the largest captured CUDA graph holds "
        + largest
        + ": above it every step is launched kernel by kernel, which costs more than any choice of"
        + " protocol.";
  }

  private static String remedy(EngineFacts engine) {
    return engine.name().equals("sglang")
        ? "python -m sglang.launch_server --cuda-graph-max-bs <largest batch> … (memory allowing),"
            + " or --max-running-requests <largest captured>"
        : "vllm serve --max-num-seqs <largest captured> …, or -cc.cudagraph_capture_sizes with"
            + " sizes up to the batches that occur";
  }
}
