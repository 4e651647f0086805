package dev.ringside.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServedModelsTest {
  private final ServedModels served = ServedModels.shipped();

  @Test
  void atLeastSixtyModelsAreShippedEachMarked() {
    List<ModelShape> models = served.models();

    assertThat(models).hasSizeGreaterThanOrEqualTo(60);
    assertThat(models).extracting(ModelShape::name).doesNotHaveDuplicates();
    assertThat(models).filteredOn(ModelShape::isVerified).hasSizeGreaterThan(30);
    assertThat(models)
        .filteredOn(m -> !m.isVerified())
        .isNotEmpty()
        .allMatch(m -> m.remarks().stream().anyMatch(r -> r.startsWith("not verified")));
  }

  @Test
  void theCallsOfEveryModelFollowFromItsLayers() {
    assertThat(served.models())
        .allMatch(m -> m.callsPerPass() == 1 + m.kind().calls() * m.layers());
  }

  @ParameterizedTest
  @CsvSource({
    "Qwen/Qwen3-8B, Qwen3-8B",
    "meta-llama/Meta-Llama-3-70B-Instruct, Llama-3-70B",
    "meta-llama/Llama-3.1-8B-Instruct-FP8, Llama-3.1-8B",
    "zai-org/GLM-4.5-Air-FP8, GLM-4.5-Air",
    "zai-org/GLM-4.5-FP8, GLM-4.5",
    "qwen3.5-397b-a17b, Qwen3.5-397B-A17B",
    "deepseek-ai/DeepSeek-V3.2-Exp, DeepSeek-V3.2",
    "google/gemma-3-27b-it, Gemma-3-27B",
  })
  void organisationsVariantsAndCaseDoNotMatter(String asked, String name) {
    assertThat(served.find(asked)).map(ModelShape::name).contains(name);
  }

  @Test
  void otherModelsAreNotGuessed() {
    assertThat(served.find("Qwen3-80B")).isEmpty();
    assertThat(served.find("Qwen3")).isEmpty();
    assertThat(served.similar("Qwen3-80B")).contains("Qwen3-8B");
    assertThat(served.similar("xyz")).isEmpty();
  }
}
