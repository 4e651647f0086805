package dev.ringside.doctor;

import java.util.List;
import java.util.stream.Stream;

/** Buffer sizes set by hand. */
final class BufferSizeSet extends Rule {
  BufferSizeSet() {
    super("buffer-size-set", FindingSeverity.INFO, Layer.GPU, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return Stream.of("NCCL_BUFFSIZE", "NCCL_LL_BUFFSIZE", "NCCL_LL128_BUFFSIZE")
        .flatMap(name -> seen.variable(name).stream())
        .map(
            v ->
                finding(
                    v.place(),
                    v.assignment()
                        + ": buffers (4 MiB by default for Simple) are allocated for each channel"
                        + " and peer, so GPU memory grows with both. Only large messages gain.",
                    "Compare busbw at the sizes that occur, and memory: nvidia-smi"
                        + " --query-gpu=memory.used --format=csv"))
        .toList();
  }
}
