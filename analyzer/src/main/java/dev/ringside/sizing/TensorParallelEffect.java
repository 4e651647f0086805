package dev.ringside.sizing;

/** What a larger tensor-parallel group changes in AllReduce traffic, and what it does not. */
public enum TensorParallelEffect {
  PAYLOAD(false, "message size: tokens x hidden x bytes an element on every rank"),
  CALLS(false, "calls a pass: one for the embedding, then by layer"),
  WIRE(
      true,
      "bytes each rank sends and receives: 2(n-1)/n of the message, 1.0 at 2 ranks, 1.75 at 8"),
  LATENCY(true, "steps of a ring: 2(n-1), so small messages take longer"),
  LIMITS(true, "where zones begin: they belong to a rank count and a host"),
  COMPUTE(true, "compute a rank: less, so the share of the AllReduces rises"),
  PATH(
      true,
      "who reduces: the engine's own all-reduce takes certain rank counts (vLLM 2, 4, 6, 8), on more"
          + " than two over NVLink only");

  private final boolean changes;
  private final String text;

  TensorParallelEffect(boolean changes, String text) {
    this.changes = changes;
    this.text = text;
  }

  /** Whether it changes with the group's size. */
  public boolean changes() {
    return changes;
  }

  /** One line for a person. */
  public String text() {
    return text;
  }
}
