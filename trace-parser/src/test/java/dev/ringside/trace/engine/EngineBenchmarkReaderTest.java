package dev.ringside.trace.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.SharedData;
import dev.ringside.trace.io.Peek;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.EngineBenchmark;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EngineBenchmarkReaderTest {
  private static final String VLLM =
      """
      {"date": "20260101-000000", "endpoint_type": "vllm", "backend": "vllm", "model_id": "m/x", "num_prompts": 100,
       "request_rate": "inf", "max_concurrency": null, "duration": 12.5, "completed": 100, "total_input_tokens": 1000,
       "total_output_tokens": 2000, "request_throughput": 8.0, "output_throughput": 160.0, "total_token_throughput": 240.0,
       "input_lens": [1, 2], "itls": [[0.1, 0.2], []], "mean_ttft_ms": 20.5, "median_tpot_ms": 7.25, "p99_itl_ms": 9.0}
      """;
  private static final String SGLANG =
      """
      {"tag": null, "backend": "sglang", "dataset_name": "random", "request_rate": 4.0, "max_concurrency": 16, "duration": 1.5, "completed": 3, "total_input": 5, "total_output": 6, "request_throughput": 2.0, "total_throughput": 9.0, "mean_e2e_latency_ms": 100.0, "median_ttft_ms": 3.5, "accept_length": 2.5}
      """;

  private final EngineBenchmarkReader reader = new EngineBenchmarkReader();

  private RecordingSink read(String text) throws IOException {
    return SharedData.read(reader, "bench.json", text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void vllmResultsGiveFiguresAndWhatWasRun() throws IOException {
    assertThat(reader.detects(new Peek(VLLM.getBytes(StandardCharsets.UTF_8)))).isTrue();
    RecordingSink sink = read(VLLM);

    assertThat(sink.losses()).isEmpty();
    assertThat(sink.all(EngineBenchmark.class))
        .singleElement()
        .satisfies(
            b -> {
              assertThat(b.engine()).isEqualTo("vllm");
              assertThat(b.settings())
                  .containsEntry("model_id", "m/x")
                  .containsEntry("request_rate", "inf")
                  .doesNotContainKey("max_concurrency");
              assertThat(b.metrics())
                  .containsEntry("median_tpot_ms", 7.25)
                  .containsEntry("total_token_throughput", 240.0)
                  .hasSize(10);
            });
  }

  @Test
  void sglangAppendsOneResultALine() throws IOException {
    RecordingSink sink = read(SGLANG + SGLANG.substring(0, 90) + "\n" + SGLANG);

    assertThat(sink.losses()).extracting("name").containsOnly("damaged-record").isNotEmpty();
    assertThat(sink.all(EngineBenchmark.class))
        .hasSize(2)
        .allSatisfy(
            b -> {
              assertThat(b.engine()).isEqualTo("sglang");
              assertThat(b.metrics())
                  .containsEntry("total_token_throughput", 9.0)
                  .containsEntry("accept_length", 2.5);
            });
  }
}
