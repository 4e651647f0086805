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
  NET
}
