package dev.ringside.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Kernel;
import dev.ringside.trace.record.KernelFamily;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaunchGeometryTest {

  @ParameterizedTest
  @CsvSource({
    "RING, 640, LL128",
    "RING, 320, LL128",
    "RING, 544, SIMPLE",
    "RING, 288, SIMPLE",
    "RING, 160, SIMPLE",
    "RING, 512, LL",
    "RING, 128, LL",
    "RING, 96, ''",
    "RING, 672, ''",
    "RING, 0, ''",
    "TREE, 640, ''",
  })
  void threadsOfARingTellTheProtocol(String pattern, int threads, String protocol) {
    Kernel kernel =
        new Kernel(
            KernelFamily.NCCL,
            "ncclDevKernel_AllReduce_Sum_bf16_RING_LL",
            Collective.ALL_REDUCE,
            pattern,
            4,
            threads);
    assertThat(LaunchGeometry.ringProtocol(kernel).map(Enum::name).orElse("")).isEqualTo(protocol);
  }
}
