package dev.ringside.summary;

/**
 * What a model's configuration says of its AllReduces.
 *
 * @param hidden elements a token in one AllReduce
 * @param layers number of layers
 * @param bytesPerElement of the activations
 * @param callsPerPass AllReduces of one forward pass
 */
public record ModelShapeHint(int hidden, int layers, int bytesPerElement, int callsPerPass) {

  public ModelShapeHint {
    if (hidden < 1 || layers < 1 || bytesPerElement < 1 || callsPerPass < 1) {
      throw new IllegalArgumentException("a model shape needs positive numbers");
    }
  }

  /** Message size of one token. */
  public long bytesPerToken() {
    return (long) hidden * bytesPerElement;
  }
}
