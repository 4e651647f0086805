package dev.ringside.trace.record;

/** Who wrote a communication kernel; only the first family asks a tuner. */
public enum KernelFamily {
  /** NCCL's classic kernels, {@code ncclDevKernel_…} and {@code ncclKernel_…}. */
  NCCL("nccl"),
  /** NCCL's symmetric-memory kernels (2.27 and later). */
  NCCL_SYMMETRIC("nccl-symmetric"),
  /** An engine's own peer-to-peer all-reduce: vLLM, SGLang, TensorRT-LLM, AITER. */
  CUSTOM("custom"),
  /** All-reduce fused with a norm or a mixture-of-experts epilogue. */
  FUSED("fused"),
  /** PyTorch symmetric memory: multimem, one-shot and two-shot kernels. */
  TORCH_SYMM_MEM("torch-symm-mem"),
  /** MSCCL++. */
  MSCCLPP("mscclpp"),
  /** Quantised all-reduce on AMD GPUs. */
  QUICK_REDUCE("quick-reduce");

  private final String word;

  KernelFamily(String word) {
    this.word = word;
  }

  /** Spelling in reports and JSON. */
  public String word() {
    return word;
  }
}
