package dev.ringside.trace.engine;

import dev.ringside.trace.record.BatchSample;
import dev.ringside.trace.record.EngineStep;
import dev.ringside.trace.record.PaddedBatch;
import dev.ringside.trace.record.RcclSign;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Messages of vLLM, V0 and V1, releases 0.5 to 0.30. Fields are found by name, never by place. */
final class VllmMessages {

  private static final Pattern CONFIG =
      Pattern.compile(
          "Initializing an? (?:(V[01]) )?LLM engine (?:\\((v?[^)]+)\\) )?with config: ");
  private static final String ARGUMENTS = "non-default args: {";
  private static final Pattern STATS =
      Pattern.compile("throughput: [\\d.]+ tokens/s.*Running: (\\d{1,9}) reqs");

  /** The sum over data-parallel engines, none of which runs so many requests. */
  private static final Pattern AGGREGATED = Pattern.compile("\\d+ Engines Aggregated: ");

  private static final Pattern PROMPT = Pattern.compile("prompt throughput: ([\\d.]+) tokens/s");
  private static final Pattern GENERATION =
      Pattern.compile("generation throughput: ([\\d.]+) tokens/s");
  private static final Pattern WAITING = Pattern.compile("(?:Waiting|Pending): (\\d{1,9}) reqs");
  private static final Pattern ITERATION =
      Pattern.compile(
          "Iteration\\(\\d+\\): (\\d{1,9}) context requests, (\\d{1,9}) context tokens,"
              + " (\\d{1,9}) generation requests, (\\d{1,9}) generation tokens"
              + "(?:, iteration elapsed time: ([\\d.]+) ms)?");
  private static final Pattern TABLE_ROW =
      Pattern.compile(
          "^\\|\\s*(\\d{1,9})\\s*\\|\\s*(\\d{1,9})\\s*\\|\\s*\\d+\\s*\\|\\s*(FULL|PIECEWISE|NONE)"
              + "\\s*\\|\\s*(\\d{1,12})\\s*\\|");
  private static final Pattern TABLE_SIZES = Pattern.compile("^- Capture sizes: \\[([\\d, ]+)\\]");
  private static final Pattern LARGEST =
      Pattern.compile("\\b(?:PIECEWISE|FULL)=\\d+ \\(largest=(\\d+)\\)");
  private static final Pattern BATCHED_TOKENS =
      Pattern.compile("Chunked prefill is enabled with max_num_batched_tokens=(\\d+)");
  private static final Pattern KV_CACHE = Pattern.compile("GPU KV cache size: ([\\d,]+) tokens");
  private static final Pattern WORLD =
      Pattern.compile("rank \\d+ in world size (\\d+) is assigned as");
  private static final Pattern ACCEPTANCE = Pattern.compile("Mean acceptance length: ([\\d.]+)");

  private static final Pattern SIZES =
      Pattern.compile("['\"]?cudagraph_capture_sizes['\"]?\\s*[:=]\\s*\\[([\\d, ]*)");
  private static final Pattern MODE =
      Pattern.compile(
          "['\"]?cudagraph_mode['\"]?\\s*[:=]\\s*(?:<CUDAGraphMode\\.(\\w+)|['\"]?(\\w+)|(\\[[\\d, ]+\\]))");
  private static final Pattern SPECULATIVE =
      Pattern.compile("num_spec(?:ulative)?_tokens['\"]?\\s*[:=]\\s*(\\d+)");
  private static final Pattern FUSED =
      Pattern.compile(
          "['\"]?(?:fuse_allreduce_rms|enable_fi_allreduce_fusion)['\"]?\\s*[:=]\\s*(\\w+)");
  private static final Pattern SEQUENCE_PARALLEL =
      Pattern.compile("['\"]?(?:enable_sp|enable_sequence_parallelism)['\"]?\\s*[:=]\\s*(\\w+)");

  /** Members of the configuration and of the arguments that say something about all-reduces. */
  private static final Set<String> KEYS =
      Set.of(
          "model",
          "dtype",
          "max_seq_len",
          "max_model_len",
          "tensor_parallel_size",
          "pipeline_parallel_size",
          "data_parallel_size",
          "decode_context_parallel_size",
          "enable_expert_parallel",
          "disable_custom_all_reduce",
          "quantization",
          "kv_cache_dtype",
          "enforce_eager",
          "max_num_seqs",
          "max_num_batched_tokens",
          "enable_chunked_prefill",
          "chunked_prefill_enabled",
          "distributed_executor_backend",
          "nnodes",
          "all2all_backend",
          "async_scheduling");

  private VllmMessages() {}

  static boolean accept(EngineLine line) {
    return statistics(line) || configuration(line) || AllReduceMessages.accept(line) || facts(line);
  }

  private static boolean statistics(EngineLine line) {
    String message = line.message();
    Matcher stats = STATS.matcher(message);
    if (stats.find()) {
      double prompt = real(PROMPT, message);
      line.record(
          new BatchSample(
              line.site(),
              line.engine(),
              AGGREGATED.matcher(message).find() ? "aggregate" : prompt > 0 ? "mixed" : "decode",
              Integer.parseInt(stats.group(1)),
              (int) whole(WAITING, message),
              -1,
              -1,
              real(GENERATION, message)));
      return true;
    }
    Matcher step = ITERATION.matcher(message);
    if (step.find()) {
      line.record(
          new EngineStep(
              line.site(),
              line.engine(),
              Integer.parseInt(step.group(1)),
              Long.parseLong(step.group(2)),
              Integer.parseInt(step.group(3)),
              Long.parseLong(step.group(4)),
              step.group(5) == null ? Double.NaN : EngineLines.real(step.group(5)) * 1e3));
      return true;
    }
    Matcher row = TABLE_ROW.matcher(message);
    if (row.find()) {
      line.record(
          new PaddedBatch(
              line.site(),
              line.engine(),
              Long.parseLong(row.group(1)),
              Long.parseLong(row.group(2)),
              row.group(3),
              Long.parseLong(row.group(4))));
      return true;
    }
    return false;
  }

  private static boolean configuration(EngineLine line) {
    String message = line.message();
    Matcher config = CONFIG.matcher(message);
    if (config.find()) {
      String version = config.group(2);
      if (version != null) {
        line.setting("version", version.startsWith("v") ? version.substring(1) : version);
      }
      // Before 0.8 there was only V0, and the line did not name it.
      line.setting("engine", config.group(1) == null ? "V0" : config.group(1));
      settings(line, PythonValues.members(message.substring(config.end())));
      return true;
    }
    int arguments = message.indexOf(ARGUMENTS);
    if (arguments >= 0) {
      settings(line, PythonValues.members(message.substring(arguments + ARGUMENTS.length())));
      return true;
    }
    return false;
  }

  private static void settings(EngineLine line, Map<String, String> members) {
    members.forEach(
        (key, value) -> {
          if (KEYS.contains(key)) {
            line.setting(key, value.startsWith("torch.") ? value.substring(6) : value);
          }
        });
    Matcher speculative = SPECULATIVE.matcher(members.getOrDefault("speculative_config", ""));
    if (speculative.find()) {
      line.setting("num_speculative_tokens", speculative.group(1));
    }
    compilation(line, members.getOrDefault("compilation_config", ""));
  }

  private static void compilation(EngineLine line, String config) {
    Matcher mode = MODE.matcher(config);
    if (mode.find()) {
      line.setting("cudagraph_mode", first(mode));
    }
    Matcher sizes = SIZES.matcher(config);
    if (sizes.find()) {
      line.captureSizes("", sizes.group(1));
    }
    Matcher fused = FUSED.matcher(config);
    if (fused.find()) {
      line.setting("fuse_allreduce_rms", fused.group(1));
    }
    Matcher sequence = SEQUENCE_PARALLEL.matcher(config);
    if (sequence.find()) {
      line.setting("enable_sequence_parallelism", sequence.group(1));
    }
  }

  private static String first(Matcher m) {
    for (int i = 1; i <= m.groupCount(); i++) {
      if (m.group(i) != null) {
        return m.group(i);
      }
    }
    return "";
  }

  private static boolean facts(EngineLine line) {
    String message = line.message();
    Matcher sizes = TABLE_SIZES.matcher(message);
    if (sizes.find()) {
      line.captureSizes("", sizes.group(1));
      return true;
    }
    return fact(line, LARGEST, "cudagraph_max_size")
        || fact(line, BATCHED_TOKENS, "max_num_batched_tokens")
        || fact(line, KV_CACHE, "kv_cache_tokens")
        || fact(line, WORLD, "world_size")
        || fact(line, ACCEPTANCE, "spec.mean_acceptance_length")
        || sign(line, "Using V2 Model Runner", "model_runner", "V2")
        || sign(line, "Cudagraph is disabled under eager mode", "enforce_eager", "True")
        || sign(line, "Enforce eager set", "enforce_eager", "True")
        || rocm(line);
  }

  private static boolean fact(EngineLine line, Pattern pattern, String key) {
    Matcher m = pattern.matcher(line.message());
    if (!m.find()) {
      return false;
    }
    line.setting(key, m.group(1).replace(",", ""));
    return true;
  }

  private static boolean sign(EngineLine line, String text, String key, String value) {
    if (!line.message().contains(text)) {
      return false;
    }
    line.setting(key, value);
    return true;
  }

  /** The library that this engine calls NCCL is RCCL then. */
  private static boolean rocm(EngineLine line) {
    boolean isRocm =
        line.message().contains("detected platform rocm")
            || line.message().contains("nccl from library librccl");
    if (isRocm) {
      line.record(new RcclSign(line.site(), "platform"));
    }
    return isRocm;
  }

  private static long whole(Pattern pattern, String message) {
    Matcher m = pattern.matcher(message);
    return m.find() ? Long.parseLong(m.group(1)) : -1;
  }

  private static double real(Pattern pattern, String message) {
    Matcher m = pattern.matcher(message);
    return m.find() ? EngineLines.real(m.group(1)) : Double.NaN;
  }
}
