package dev.ringside.trace.kernel;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Kernel;
import dev.ringside.trace.record.KernelFamily;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the name of a GPU kernel says of communication. Profilers print demangled names, with or
 * without arguments, sometimes cut at the end.
 */
public final class KernelNames {

  /** NCCL src/device/generate.py, 2.19 and later, and src/collectives/device, up to 2.18. */
  private static final Pattern NCCL =
      Pattern.compile(
          "nccl(?:Dev)?Kernel_([A-Za-z]+)(?:_(?:[A-Za-z0-9]+_)*?(RING|TREE|COLLNET_DIRECT|COLLNET_CHAIN|NVLS_TREE|NVLS|PAT)(?:_|\\b))?");

  /** NCCL src/device/symmetric/generate.py; {@code Sym} in 2.27, {@code Symk} from 2.28 on. */
  private static final Pattern SYMMETRIC =
      Pattern.compile(
          "ncclSymk?DevKernel_(AllReduce|AllGather|ReduceScatter)_(.+?)(?:_(?:sum|prod|max|min)\\b.*|_(?:sum|prod|max|min)_.*|[(<.].*)?$");

  private static final List<Rule> OTHERS =
      List.of(
          new Rule("mscclpp::.*(?:reduce|packet|nvls)|allreduce_packet", KernelFamily.MSCCLPP),
          new Rule("quickreduce::", KernelFamily.QUICK_REDUCE),
          new Rule("trtllm_allreduce_fusion::.*Pattern\\)0,", KernelFamily.CUSTOM),
          new Rule(
              "allreduce_fusion_kernel|AllreduceFusionKernel|allreduce_fusion", KernelFamily.FUSED),
          new Rule(
              "multimem_(?:one_shot_)?all_reduce|(?:one|two)_shot_all_reduce_kernel",
              KernelFamily.TORCH_SYMM_MEM),
          new Rule(
              "cross_device_reduce|all_reduce_(?:one|two)_shot|[Ss]hotAll[Rr]educe|all_reduce_lamport"
                  + "|flashinfer_pcie_all_?reduce",
              KernelFamily.CUSTOM));

  private static final Pattern PREFIX = Pattern.compile("\\(anonymous namespace\\)::|^void ");

  private record Rule(Pattern pattern, KernelFamily family) {
    Rule(String regex, KernelFamily family) {
      this(Pattern.compile(regex), family);
    }
  }

  private KernelNames() {}

  /**
   * The kernel of that name, where it communicates.
   *
   * @param channels thread blocks in the first grid dimension; 0 unknown
   * @param threads threads a block; 0 unknown
   */
  public static Optional<Kernel> parse(String name, int channels, int threads) {
    Matcher m = SYMMETRIC.matcher(name);
    if (m.find()) {
      return Optional.of(
          new Kernel(
              KernelFamily.NCCL_SYMMETRIC,
              shorten(name),
              op(m.group(1)),
              m.group(2),
              channels,
              threads));
    }
    m = NCCL.matcher(name);
    if (m.find()) {
      String pattern = m.group(2) == null ? "" : m.group(2);
      return Optional.of(
          new Kernel(KernelFamily.NCCL, shorten(name), op(m.group(1)), pattern, channels, threads));
    }
    for (Rule rule : OTHERS) {
      if (rule.pattern().matcher(name).find()) {
        return Optional.of(
            new Kernel(rule.family(), shorten(name), Collective.ALL_REDUCE, "", channels, threads));
      }
    }
    return Optional.empty();
  }

  private static Collective op(String word) {
    return word.equals("SendRecv")
        ? Collective.SEND
        : Collective.ofNcclName(word).orElse(Collective.UNKNOWN);
  }

  /** The name without return type, template arguments and parameters. */
  public static String shorten(String name) {
    String bare = PREFIX.matcher(name).replaceAll("");
    int end = 0;
    while (end < bare.length() && bare.charAt(end) != '<' && bare.charAt(end) != '(') {
      end++;
    }
    return bare.substring(0, end).strip();
  }
}
