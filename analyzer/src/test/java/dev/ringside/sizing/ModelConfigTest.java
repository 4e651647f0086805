package dev.ringside.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ModelConfigTest {
  private static ModelShape read(String json) {
    return ModelConfig.read(
        new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), "config.json");
  }

  @Test
  void aDenseDecoderReducesTwiceALayerAndOnceForTheEmbedding() {
    ModelShape shape =
        read(
            """
            {"hidden_size": 4096, "num_hidden_layers": 36, "torch_dtype": "bfloat16"}
            """);

    assertThat(shape.callsPerPass()).isEqualTo(73);
    assertThat(shape.bytesPerToken()).isEqualTo(8192);
    assertThat(shape.bytes(64)).isEqualTo(524_288);
    assertThat(shape.isMoe()).isFalse();
  }

  @Test
  void theLanguageModelOfAMultimodalOneIsNested() {
    ModelShape shape =
        read(
            """
            {"hidden_size": 1152, "num_hidden_layers": 27, "vision_config": {"depth": 27},
             "text_config": {"hidden_size": 4096, "num_hidden_layers": 60, "dtype": "bfloat16",
                             "num_experts": 512, "full_attention_interval": 4}}
            """);

    assertThat(shape.hidden()).isEqualTo(4096);
    assertThat(shape.callsPerPass()).isEqualTo(121);
    assertThat(shape.isMoe()).isTrue();
    assertThat(shape.remarks()).anyMatch(r -> r.contains("vision tower"));
  }

  @Test
  void aTalkersTextModelIsNestedTwice() {
    ModelShape shape =
        read(
            """
            {"thinker_config": {"text_config": {"hidden_size": 2048, "num_hidden_layers": 48}}}
            """);

    assertThat(shape.hidden()).isEqualTo(2048);
  }

  @Test
  void mixtureOfExpertsWithLatentAttentionAndDraftLayers() {
    ModelShape shape =
        read(
            """
            {"hidden_size": 7168, "num_hidden_layers": 61, "n_routed_experts": 256,
             "n_shared_experts": 1, "kv_lora_rank": 512, "num_nextn_predict_layers": 1}
            """);

    assertThat(shape.callsPerPass()).isEqualTo(123);
    assertThat(shape.isMla()).isTrue();
    assertThat(shape.draftLayers()).isEqualTo(1);
    assertThat(shape.dtype()).isEqualTo("bfloat16");
  }

  @Test
  void aStackOfSingleMixersReducesOnceAnElement() {
    ModelShape byPattern =
        read(
            """
            {"hidden_size": 2688, "num_hidden_layers": 8, "hybrid_override_pattern": "MEM*EM-E"}
            """);
    ModelShape byList =
        read(
            """
            {"hidden_size": 8192, "layers_block_type": ["mamba", "moe", "attention", "moe"]}
            """);

    assertThat(byPattern.kind()).isEqualTo(LayerKind.SINGLE_MIXER);
    assertThat(byPattern.callsPerPass()).isEqualTo(9);
    assertThat(byList.callsPerPass()).isEqualTo(5);
    assertThat(byList.layers()).isEqualTo(4);
  }

  @Test
  void mixersWithAnMlpInEachLayerReduceTwice() {
    ModelShape jamba =
        read(
            """
            {"hidden_size": 4096, "num_hidden_layers": 4,
             "layers_block_type": ["mamba", "mamba", "attention", "mamba"]}
            """);

    assertThat(jamba.kind()).isEqualTo(LayerKind.TWO_HALVES);
    assertThat(jamba.callsPerPass()).isEqualTo(9);
  }

  @Test
  void falconsNewDecoderReducesBothHalvesTogether() {
    ModelShape falcon =
        read(
            """
            {"model_type": "falcon", "hidden_size": 8192, "num_hidden_layers": 60,
             "new_decoder_architecture": true}
            """);

    assertThat(falcon.callsPerPass()).isEqualTo(61);
  }

  @Test
  void halvesThatASearchTookOutHaveNoCall() {
    ModelShape shape =
        read(
            """
            {"hidden_size": 8192, "num_hidden_layers": 3, "block_configs": [
              {"attention": {"no_op": false}, "ffn": {"no_op": false}},
              {"attention": {"no_op": true}, "ffn": {"no_op": false}},
              {"attention": {"no_op": true}, "ffn": {"no_op": true}}]}
            """);

    assertThat(shape.callsPerPass()).isEqualTo(4);
  }

  @Test
  void kernelsThatPadTheHiddenSizeAreNamed() {
    ModelShape shape =
        read(
            """
            {"hidden_size": 2880, "num_hidden_layers": 24, "num_local_experts": 32,
             "quantization_config": {"quant_method": "mxfp4"}}
            """);

    assertThat(shape.paddedHidden()).containsExactly(2944, 3072);
    assertThat(shape.elementBytes()).isEqualTo(2);
  }

  @Test
  void otherSpellingsOfTheSameThing() {
    ModelShape shape = read("{\"dim\": 4096, \"n_layers\": 32, \"dtype\": \"float32\"}");

    assertThat(shape.bytesPerToken()).isEqualTo(16384);
    assertThat(shape.callsPerPass()).isEqualTo(65);
  }

  @Test
  void whatIsNoModelSaysSoInOneLine() {
    assertThatThrownBy(() -> read("[1, 2]"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("config.json: not a model configuration");
    assertThatThrownBy(() -> read("{\"hidden_size\": 8}"))
        .hasMessageStartingWith("config.json: no num_hidden_layers");
    assertThatThrownBy(() -> read("{\"layers\": 8}"))
        .hasMessageStartingWith("config.json: no hidden_size");
    assertThatThrownBy(() -> read("{\"hidden_size\": "))
        .hasMessageStartingWith("config.json: not JSON");
  }
}
