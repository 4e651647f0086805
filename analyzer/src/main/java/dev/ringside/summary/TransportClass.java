package dev.ringside.summary;

/** Slowest kind of connection between the ranks of a communicator, fastest first. */
public enum TransportClass {
  /** P2P between GPUs whose worst path inside the node is NVLink. */
  NVL,
  /** P2P over PCIe, or over a path that the log does not name. */
  P2P,
  /** Through host memory. */
  SHM,
  /** Through a network. */
  NET;

  /**
   * Of the text behind {@code via}; NCCL up to 2.9 spells SHM {@code direct shared memory}.
   *
   * @param isNvlink whether the worst path inside the node is NVLink
   */
  static TransportClass of(String transport, boolean isNvlink) {
    if (transport.startsWith("NET") || transport.startsWith("COLLNET")) {
      return NET;
    }
    if (transport.startsWith("P2P")) {
      return isNvlink ? NVL : P2P;
    }
    return SHM;
  }
}
