package dev.ringside.doctor;

import java.util.List;
import java.util.regex.Pattern;

/** A library whose kernels do not fit the GPU. */
final class NcclBuildTooOldForGpu extends Rule {
  private static final Pattern SIGN =
      Pattern.compile(
          "ncclMaxSharedMem (\\d+) exceeds device/fn maxSharedMem (\\d+)"
              + "|no kernel image is available|unsupported (gpu|compute)|invalid device function");

  NcclBuildTooOldForGpu() {
    super("nccl-build-too-old-for-gpu", FindingSeverity.ERROR, Layer.SOFTWARE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return seen.messages(SIGN).stream()
        .findFirst()
        .map(
            m ->
                List.of(
                    finding(
                        m.place(),
                        "This build of NCCL does not fit the GPU: "
                            + Excerpt.of(m.record().text())
                            + built(seen)
                            + " The line is an INFO line, and what follows fails in other words.",
                        "Use a build for this GPU: python -c 'import torch;"
                            + " print(torch.cuda.nccl.version(), torch.version.cuda,"
                            + " torch.cuda.get_device_capability())', then pip install -U"
                            + " nvidia-nccl-cu12 (compute capability 12.0 takes CUDA 12.8 or"
                            + " later)")))
        .orElse(List.of());
  }

  private static String built(Observations seen) {
    return seen.traffic().cudaVersions().isEmpty()
        ? ""
        : " It was built with CUDA " + String.join(", ", seen.traffic().cudaVersions()) + ".";
  }
}
