package dev.ringside.trace.engine;

import dev.ringside.trace.record.NcclVersion;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What both engines say of the all-reduces that compete with NCCL's. SGLang took vLLM's classes and
 * most of their messages (vllm/distributed/device_communicators; sglang/srt/distributed).
 */
final class AllReduceMessages {

  private static final Pattern DISPATCH =
      Pattern.compile(
          "Using \\[([^\\]]*)\\] all-reduce backends \\(in dispatch order\\) for group '([^']*)'"
              + "(?: out of potential backends: \\[([^\\]]*)\\])?");
  private static final Pattern NCCL = Pattern.compile("is using nccl==(\\d+(?:\\.\\d+)+)");
  private static final Pattern GRAPH_ADDRESSES =
      Pattern.compile("Registering (\\d{1,9}) cuda graph addresses");
  private static final Pattern FUSIONS = Pattern.compile("Enabled custom fusions: (.*)");

  /** A sentence, and what it says: the first that fits counts. */
  private record Sentence(Pattern pattern, String backend, boolean active) {
    Sentence(String regex, String backend, boolean active) {
      this(Pattern.compile(regex), backend, active);
    }
  }

  private static final List<Sentence> SENTENCES =
      List.of(
          new Sentence("[Qq]uick all-?reduce is disabled because", "quick_reduce", false),
          new Sentence(
              "Custom all-?reduce is disabled because|CustomAllReduceV2 is disabled because"
                  + "|Custom allreduce is disabled due to|CustomAllReduceV2 is disabled due to"
                  + "|Disabled the custom all-reduce kernel because|Setup Custom allreduce failed"
                  + "|All-reduce call path: NCCL",
              "custom",
              false),
          new Sentence(
              "Custom allreduce v2 initialized successfully|All Reduce config: symmetric_memory"
                  + "|\\[AR\\] Using \\w*Custom\\w*All\\w*|Using aiter.dist.custom_all_reduce",
              "custom",
              true),
          new Sentence("SymmMemCommunicator: ", "symm_mem", false),
          new Sentence(
              "Failed to initialize FlashInfer Allreduce norm fusion workspace"
                  + "|allreduce_fusion API is not available",
              "fused",
              false),
          new Sentence(
              "FlashInfer All Reduce is disabled because|Failed to initialize FlashInfer All Reduce",
              "flashinfer",
              false),
          new Sentence(
              "Initialized FlashInfer Allreduce norm fusion workspace"
                  + "|Enable FlashInfer AllReduce Fusion",
              "fused",
              true),
          new Sentence("PyMscclpp is disabled due to", "mscclpp", false),
          new Sentence(
              "Pre-allocating symmetric memory pool|Symmetric memory is enabled",
              "nccl_symm_mem",
              true));

  private AllReduceMessages() {}

  static boolean accept(EngineLine line) {
    String message = line.message();
    Matcher nccl = NCCL.matcher(message);
    if (nccl.find()) {
      line.record(new NcclVersion(line.site(), nccl.group(1), ""));
      return true;
    }
    Matcher dispatch = DISPATCH.matcher(message);
    if (dispatch.find()) {
      dispatch(line, dispatch);
      return true;
    }
    Matcher addresses = GRAPH_ADDRESSES.matcher(message);
    if (addresses.find()) {
      line.backend("custom", true, addresses.group());
      line.setting("custom_allreduce.graph_addresses", addresses.group(1));
      return true;
    }
    Matcher fusions = FUSIONS.matcher(message);
    if (fusions.find()) {
      line.setting("custom_fusions", fusions.group(1).strip());
      if (fusions.group(1).contains("allreduce")) {
        line.backend("fused", true, fusions.group());
      }
      return true;
    }
    return sentence(line);
  }

  private static boolean sentence(EngineLine line) {
    for (Sentence sentence : SENTENCES) {
      if (sentence.pattern().matcher(line.message()).find()) {
        line.backend(sentence.backend(), sentence.active(), line.message().strip());
        return true;
      }
    }
    return false;
  }

  /**
   * The order is kept as a setting; each potential backend of a tensor-parallel group is judged.
   */
  private static void dispatch(EngineLine line, Matcher m) {
    List<String> active = words(m.group(1));
    String group = m.group(2);
    line.setting("allreduce_backends." + group, String.join(",", active));
    if (!group.startsWith("tp")) {
      return;
    }
    List<String> potential = m.group(3) == null ? active : words(m.group(3));
    for (String backend : potential) {
      line.backend(backend, active.contains(backend), "");
    }
  }

  private static List<String> words(String list) {
    return Pattern.compile("[A-Za-z_0-9]+")
        .matcher(list)
        .results()
        .map(r -> r.group().toLowerCase(Locale.ROOT))
        .toList();
  }
}
