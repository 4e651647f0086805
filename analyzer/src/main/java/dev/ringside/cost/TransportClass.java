package dev.ringside.cost;

/** What carries data between two ranks, in NCCL's words. */
public enum TransportClass {
  P2P,
  SHM,
  NET
}
