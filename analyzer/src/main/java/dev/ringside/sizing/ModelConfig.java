package dev.ringside.sizing;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a Hugging Face {@code config.json} (or Mistral's {@code params.json}), with the language
 * model at the top or nested in a multimodal one.
 */
public final class ModelConfig {
  private static final List<String> NESTED =
      List.of("text_config", "llm_config", "language_config", "thinker_config");
  private static final List<String> HIDDEN = List.of("hidden_size", "n_embd", "d_model", "dim");
  private static final List<String> LAYERS =
      List.of("num_hidden_layers", "n_layer", "num_layers", "n_layers");
  private static final List<String> EXPERTS =
      List.of("n_routed_experts", "num_experts", "num_local_experts");
  private static final List<String> DRAFT_LAYERS =
      List.of("num_nextn_predict_layers", "mtp_num_hidden_layers", "num_mtp_modules");

  private final String name;
  private final JsonNode top;
  private final JsonNode model;

  private ModelConfig(String name, JsonNode top, JsonNode model) {
    this.name = name;
    this.top = top;
    this.model = model;
  }

  /**
   * The shape that a configuration describes.
   *
   * @param name how messages and the shape call it
   * @throws IllegalArgumentException where it is no JSON object, or lacks hidden size or layers
   */
  public static ModelShape read(InputStream in, String name) {
    JsonNode top;
    try {
      top = JsonMapper.builder().build().readTree(in);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(name + ": not JSON: " + e.getOriginalMessage(), e);
    }
    if (top == null || !top.isObject()) {
      throw new IllegalArgumentException(name + ": not a model configuration");
    }
    return new ModelConfig(name, top, languageModel(top)).shape();
  }

  /** A hidden size at the top may belong to a vision part; the text part goes before it. */
  private static JsonNode languageModel(JsonNode top) {
    for (String nested : NESTED) {
      JsonNode part = top.path(nested);
      if (part.path("text_config").isObject()) {
        part = part.path("text_config");
      }
      if (positive(part, HIDDEN).isPresent()) {
        return part;
      }
    }
    return top;
  }

  private ModelShape shape() {
    int hidden =
        positive(model, HIDDEN)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        name + ": no hidden_size, n_embd, d_model or dim"));
    int layers = layers();
    LayerKind kind = kind();
    boolean moe = positive(model, EXPERTS).orElse(0) > 1;
    String dtype = dtype();
    List<String> remarks = new ArrayList<>();
    List<Integer> padded = moe && isMxfp4() ? padded(hidden) : List.of();
    int calls = calls(layers, kind);
    remarks(remarks, padded, calls);
    return new ModelShape(
        name,
        hidden,
        layers,
        kind,
        calls,
        dtype,
        elementBytes(dtype),
        positive(model, DRAFT_LAYERS).orElse(0),
        moe,
        model.path("kv_lora_rank").asInt(0) > 0,
        padded,
        true,
        remarks);
  }

  private int layers() {
    int mixers = mixers().length();
    Optional<Integer> stated = positive(model, LAYERS);
    if (stated.isPresent() && mixers == 0) {
      return stated.get();
    }
    if (mixers > 0) {
      return mixers;
    }
    int listed = model.path("layers_block_type").size();
    if (listed > 0) {
      return listed;
    }
    throw new IllegalArgumentException(
        name + ": no num_hidden_layers, n_layer, num_layers, layers_block_type or pattern");
  }

  /** One letter an element of a stack whose layers hold one mixer each; empty for others. */
  private String mixers() {
    String pattern = model.path("hybrid_override_pattern").asString("");
    if (!pattern.isBlank()) {
      return pattern.replaceAll("[^A-Za-z*\\-]", "");
    }
    StringBuilder letters = new StringBuilder();
    boolean ownMlp = false;
    for (JsonNode block : model.path("layers_block_type")) {
      String type = block.asString("").toLowerCase(Locale.ROOT);
      ownMlp |= type.equals("mlp") || type.equals("moe");
      letters.append(type.isEmpty() ? 'x' : type.charAt(0));
    }
    // Jamba and its kin list the mixer alone: each of their layers has an MLP as well.
    return ownMlp ? letters.toString() : "";
  }

  private LayerKind kind() {
    if (!mixers().isEmpty()) {
      return LayerKind.SINGLE_MIXER;
    }
    boolean falcon =
        model.path("model_type").asString("").toLowerCase(Locale.ROOT).contains("falcon");
    boolean parallel =
        model.path("new_decoder_architecture").asBoolean(false)
            || model.path("parallel_attn").asBoolean(false);
    return falcon && parallel ? LayerKind.PARALLEL_MERGED : LayerKind.TWO_HALVES;
  }

  /** One for the embedding, then by layer; halves that a search took out have none. */
  private int calls(int layers, LayerKind kind) {
    JsonNode blocks = model.path("block_configs");
    if (blocks.isArray() && !blocks.isEmpty()) {
      int calls = 1;
      for (JsonNode block : blocks) {
        calls += block.path("attention").path("no_op").asBoolean(false) ? 0 : 1;
        calls += block.path("ffn").path("no_op").asBoolean(false) ? 0 : 1;
      }
      return calls;
    }
    return 1 + kind.calls() * layers;
  }

  private String dtype() {
    for (JsonNode level : List.of(model, top)) {
      for (String key : List.of("dtype", "torch_dtype")) {
        String dtype = level.path(key).asString("").replace("torch.", "");
        if (elementBytes(dtype) > 0) {
          return dtype;
        }
      }
    }
    return "bfloat16";
  }

  private static int elementBytes(String dtype) {
    return switch (dtype) {
      case "bfloat16", "float16", "half" -> 2;
      case "float32", "float" -> 4;
      default -> 0;
    };
  }

  private boolean isMxfp4() {
    return top.path("quantization_config")
        .path("quant_method")
        .asString("")
        .toLowerCase(Locale.ROOT)
        .contains("mxfp4");
  }

  /** Kernels round up to 128 or 256 elements. */
  private static List<Integer> padded(int hidden) {
    List<Integer> widths = new ArrayList<>();
    for (int unit : new int[] {128, 256}) {
      int width = (hidden + unit - 1) / unit * unit;
      if (width != hidden && !widths.contains(width)) {
        widths.add(width);
      }
    }
    return widths;
  }

  private void remarks(List<String> remarks, List<Integer> padded, int calls) {
    if (!padded.isEmpty()) {
      remarks.add("the MoE half may reduce a width padded to " + padded);
    }
    if (top.path("vision_config").isObject()) {
      remarks.add("with tensor parallelism the vision tower adds two calls a ViT layer in prefill");
    }
    if (model.path("block_configs").isArray()) {
      remarks.add("blocks without attention or MLP are taken out: " + calls + " calls a pass");
    }
  }

  private static Optional<Integer> positive(JsonNode node, List<String> keys) {
    return keys.stream().map(k -> node.path(k).asInt(0)).filter(v -> v > 0).findFirst();
  }
}
