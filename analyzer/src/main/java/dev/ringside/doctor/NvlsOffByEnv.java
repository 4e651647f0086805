package dev.ringside.doctor;

import java.util.List;
import java.util.stream.Stream;

/** In-switch reduction that the environment keeps NCCL from choosing. */
final class NvlsOffByEnv extends Rule {
  NvlsOffByEnv() {
    super("nvls-off-by-env", FindingSeverity.INFO, Layer.NVLINK, "from 2.17");
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return Stream.of("NCCL_NVLS_ENABLE", "NCCL_CUMEM_ENABLE")
        .flatMap(name -> seen.variable(name).stream())
        .filter(v -> v.value().equals("0"))
        .limit(1)
        .map(
            v ->
                finding(
                    v.place(),
                    v.assignment()
                        + " leaves Ring and Tree alone: reduction in the NVLink switch (NVLS) needs"
                        + " it. SGLang sets NCCL_NVLS_ENABLE=0 itself unless it is already set;"
                        + " vLLM set NCCL_CUMEM_ENABLE=0 until September 2025.",
                    "On a host with NVSwitch compare: NCCL_CUMEM_ENABLE=1 NCCL_NVLS_ENABLE=1"
                        + " (sglang: --enable-nccl-nvls)"))
        .toList();
  }
}
