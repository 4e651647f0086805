package dev.ringside.trace.engine;

import dev.ringside.trace.record.BatchSample;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Messages of SGLang, releases 0.3 to 0.5. Fields are found by name, never by place. */
final class SglangMessages {

  private static final Pattern BATCH =
      Pattern.compile("(Decode|Prefill) batch(?: ?\\[\\d+\\])?[.,]");
  private static final Pattern RUNNING = Pattern.compile("#running-req: (\\d{1,9})");
  private static final Pattern QUEUE = Pattern.compile("#queue-req: (\\d{1,9})");
  private static final Pattern NEW_TOKENS = Pattern.compile("#new-token: (\\d{1,9})");
  private static final Pattern GRAPH = Pattern.compile("(?:cuda|cpu|npu) graph: (True|False)");
  private static final Pattern THROUGHPUT =
      Pattern.compile("gen throughput \\(token/s\\): ([\\d.]+)");
  private static final Pattern ACCEPT = Pattern.compile("accept len: ([\\d.]+)");
  private static final Pattern CAPTURE_SIZES =
      Pattern.compile("Capture cuda graph (bs|num tokens) \\[([\\d, ]+)\\]");
  private static final Pattern WEIGHTS = Pattern.compile("Load weight end\\.");
  private static final Pattern ARCHITECTURE = Pattern.compile("\\btype=(\\w+)");
  private static final Pattern DTYPE = Pattern.compile("\\bdtype=(?:torch\\.)?(\\w+)");
  private static final Pattern LIMIT =
      Pattern.compile(
          "\\b(max_total_num_tokens|chunked_prefill_size|max_prefill_tokens|max_running_requests"
              + "|context_len)=(-?\\d+)");
  private static final String ARGUMENTS = "server_args=ServerArgs(";

  /** ServerArgs fields, and the name under which both engines' settings are kept. */
  private static final Map<String, String> KEYS =
      Map.ofEntries(
          Map.entry("model_path", "model"),
          Map.entry("dtype", "dtype"),
          Map.entry("quantization", "quantization"),
          Map.entry("tp_size", "tensor_parallel_size"),
          Map.entry("pp_size", "pipeline_parallel_size"),
          Map.entry("dp_size", "data_parallel_size"),
          Map.entry("ep_size", "expert_parallel_size"),
          Map.entry("enable_ep_moe", "enable_expert_parallel"),
          Map.entry("nnodes", "nnodes"),
          Map.entry("enable_dp_attention", "enable_dp_attention"),
          Map.entry("chunked_prefill_size", "chunked_prefill_size"),
          Map.entry("max_running_requests", "max_running_requests"),
          Map.entry("disable_cuda_graph", "enforce_eager"),
          Map.entry("disable_cuda_graph_padding", "disable_cuda_graph_padding"),
          Map.entry("cuda_graph_max_bs", "cuda_graph_max_bs"),
          Map.entry("speculative_algorithm", "speculative_algorithm"),
          Map.entry("speculative_num_draft_tokens", "speculative_num_draft_tokens"),
          Map.entry("disable_custom_all_reduce", "disable_custom_all_reduce"),
          Map.entry("enable_mscclpp", "enable_mscclpp"),
          Map.entry("enable_torch_symm_mem", "enable_torch_symm_mem"),
          Map.entry("enable_symm_mem", "enable_symm_mem"),
          Map.entry("enable_nccl_nvls", "enable_nccl_nvls"),
          Map.entry("enable_flashinfer_allreduce_fusion", "fuse_allreduce_rms"),
          Map.entry("flashinfer_allreduce_fusion_backend", "fuse_allreduce_backend"),
          Map.entry("enable_deterministic_inference", "enable_deterministic_inference"),
          Map.entry("decode_log_interval", "decode_log_interval"));

  private SglangMessages() {}

  static boolean accept(EngineLine line) {
    return batch(line) || configuration(line) || AllReduceMessages.accept(line);
  }

  private static boolean batch(EngineLine line) {
    String message = line.message();
    Matcher batch = BATCH.matcher(message);
    if (!batch.find()) {
      return false;
    }
    boolean decode = batch.group(1).equals("Decode");
    int running = whole(RUNNING, message);
    int newTokens = whole(NEW_TOKENS, message);
    if (decode ? running < 0 : newTokens < 0) {
      return false;
    }
    Matcher graph = GRAPH.matcher(message);
    line.record(
        new BatchSample(
            line.site(),
            line.engine(),
            decode ? "decode" : "prefill",
            running,
            whole(QUEUE, message),
            decode ? -1 : newTokens,
            graph.find() ? (graph.group(1).equals("True") ? 1 : 0) : -1,
            real(message)));
    Matcher accept = ACCEPT.matcher(message);
    if (accept.find()) {
      line.setting("spec.mean_acceptance_length", accept.group(1));
    }
    return true;
  }

  private static boolean configuration(EngineLine line) {
    String message = line.message();
    int arguments = message.indexOf(ARGUMENTS);
    if (arguments >= 0) {
      PythonValues.members(message.substring(arguments + ARGUMENTS.length()))
          .forEach(
              (key, value) -> {
                if (KEYS.containsKey(key)) {
                  line.setting(KEYS.get(key), value);
                }
              });
      return true;
    }
    Matcher sizes = CAPTURE_SIZES.matcher(message);
    if (sizes.find()) {
      line.captureSizes(sizes.group(1).equals("bs") ? "full" : "piecewise", sizes.group(2));
      return true;
    }
    if (WEIGHTS.matcher(message).find()) {
      fact(line, ARCHITECTURE, "architecture");
      fact(line, DTYPE, "dtype");
      return true;
    }
    Matcher limits = LIMIT.matcher(message);
    boolean any = false;
    while (limits.find()) {
      line.setting(limits.group(1), limits.group(2));
      any = true;
    }
    return any;
  }

  private static void fact(EngineLine line, Pattern pattern, String key) {
    Matcher m = pattern.matcher(line.message());
    if (m.find()) {
      line.setting(key, m.group(1));
    }
  }

  private static int whole(Pattern pattern, String message) {
    Matcher m = pattern.matcher(message);
    return m.find() ? Integer.parseInt(m.group(1)) : -1;
  }

  private static double real(String message) {
    Matcher m = THROUGHPUT.matcher(message);
    return m.find() ? EngineLines.real(m.group(1)) : Double.NaN;
  }
}
