package dev.ringside.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class InspectedKernelsTest {

  private static JsonNode inspect(String file) {
    return new JsonMapper().valueToTree(Inspection.of(RealLogs.summary(Checkout.shared(file))));
  }

  @Test
  void replayedKernelsAreCountedAndHaveNoSize() {
    JsonNode trace = inspect("data/h200-tp2/shm/kineto/rank0.pt.trace.json.gz");

    assertThat(trace.at("/kernel_runs")).hasSize(2);
    JsonNode eager =
        trace.at("/kernel_runs/0").at("/is_replayed").asBoolean()
            ? trace.at("/kernel_runs/1")
            : trace.at("/kernel_runs/0");
    JsonNode replayed =
        trace.at("/kernel_runs/0").at("/is_replayed").asBoolean()
            ? trace.at("/kernel_runs/0")
            : trace.at("/kernel_runs/1");
    assertThat(eager.at("/bytes").asLong()).isEqualTo(2L << 20);
    assertThat(eager.at("/runs").asLong()).isEqualTo(32);
    assertThat(replayed.at("/bytes").isNull()).isTrue();
    assertThat(replayed.at("/runs").asLong()).isEqualTo(36 * 32);
    assertThat(replayed.at("/mean_us").asDouble()).isBetween(5.0, 100.0);
    assertThat(trace.at("/graph_launches")).hasSize(1);
    assertThat(trace.at("/graph_launches/0/launches").asLong()).isEqualTo(36);
    assertThat(trace.at("/graph_launches/0/kernels").valueStream().mapToInt(JsonNode::asInt).sum())
        .isEqualTo(32);
  }

  @Test
  void timesOfKernelsKeepTheirSizes() {
    JsonNode runs = inspect("cases/public/28-kineto-c10d-metadata.json").at("/kernel_runs");

    JsonNode small =
        runs.valueStream().filter(r -> r.at("/bytes").asLong() == 8192).findFirst().orElseThrow();
    assertThat(small.at("/runs").asLong()).isEqualTo(2);
    assertThat(small.at("/min_us").asDouble()).isEqualTo(17.9);
    assertThat(small.at("/max_us").asDouble()).isEqualTo(18.2);
    assertThat(small.at("/family").asString()).isEqualTo("nccl");
  }
}
