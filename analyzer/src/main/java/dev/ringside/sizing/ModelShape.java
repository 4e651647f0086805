package dev.ringside.sizing;

import dev.ringside.summary.ModelShapeHint;
import java.util.List;

/**
 * What decides the AllReduce traffic of a model under tensor parallelism.
 *
 * @param name model name, or of the file it was read from
 * @param hidden elements a token in one AllReduce
 * @param layers decoder layers, draft layers not counted
 * @param kind how many AllReduces a layer makes
 * @param callsPerPass AllReduces of one forward pass on the tensor-parallel group, without fusion
 * @param dtype of the activations, whatever the weights are
 * @param elementBytes bytes of one activation
 * @param draftLayers layers of a built-in draft model (MTP); 0 if none
 * @param isMoe whether it has experts
 * @param isMla whether attention keeps a compressed cache
 * @param paddedHidden widths that an MoE kernel may pad the hidden size to before its AllReduce
 * @param isVerified whether hidden size and layers come from the model's own configuration
 * @param remarks what is uncertain, a line each
 */
public record ModelShape(
    String name,
    int hidden,
    int layers,
    LayerKind kind,
    int callsPerPass,
    String dtype,
    int elementBytes,
    int draftLayers,
    boolean isMoe,
    boolean isMla,
    List<Integer> paddedHidden,
    boolean isVerified,
    List<String> remarks) {
  public ModelShape {
    if (hidden < 1 || layers < 1 || callsPerPass < 1 || elementBytes < 1) {
      throw new IllegalArgumentException(name + ": hidden size, layers and calls must be positive");
    }
    paddedHidden = List.copyOf(paddedHidden);
    remarks = List.copyOf(remarks);
  }

  /** Message size of one token, whatever the tensor-parallel size. */
  public long bytesPerToken() {
    return (long) hidden * elementBytes;
  }

  /** Message size of a pass over {@code tokens}. */
  public long bytes(long tokens) {
    return tokens * bytesPerToken();
  }

  /** The part of it that the interpretation of a log uses. */
  public ModelShapeHint hint() {
    return new ModelShapeHint(hidden, layers, elementBytes, callsPerPass);
  }
}
