package dev.ringside.sizing;

/**
 * How a decoder layer reduces. The attention half and the MLP or MoE half each end in a
 * row-parallel layer with one AllReduce (vLLM and SGLang, RowParallelLinear); routed and shared
 * experts are summed before it.
 */
public enum LayerKind {
  /** Attention or another mixer, then MLP or MoE: two AllReduces. */
  TWO_HALVES(2),
  /** One mixer, MLP or MoE a layer (Nemotron-H): one. */
  SINGLE_MIXER(1),
  /** Attention and MLP beside each other, reduced together (Falcon's new decoder): one. */
  PARALLEL_MERGED(1);

  private final int calls;

  LayerKind(int calls) {
    this.calls = calls;
  }

  /** AllReduces a layer. */
  public int calls() {
    return calls;
  }
}
