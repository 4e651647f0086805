package dev.ringside.doctor;

import java.util.List;
import java.util.regex.Pattern;

/** A CUDA failure that NCCL, or the program that uses it, reports. */
final class CudaError extends Rule {
  private static final Pattern SIGN =
      Pattern.compile("(?i)cuda failure|unhandled cuda error|CUDA error|illegal memory access");

  CudaError() {
    super("cuda-error", FindingSeverity.ERROR, Layer.GPU, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return seen.warnings(SIGN).stream()
        .findFirst()
        .map(
            m ->
                List.of(
                    finding(
                        m.place(),
                        "CUDA failed: "
                            + Excerpt.of(m.record().text())
                            + " NCCL only reports it; the kernel that failed may be another's.",
                        "CUDA_LAUNCH_BLOCKING=1, or compute-sanitizer --tool memcheck PROGRAM; on"
                            + " the host: dmesg -T | grep -i xid")))
        .orElse(List.of());
  }
}
