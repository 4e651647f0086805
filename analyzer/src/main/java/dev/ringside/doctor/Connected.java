package dev.ringside.doctor;

import dev.ringside.summary.ConnectionCount;

/**
 * Connection lines that say the same.
 *
 * @param line what they say
 * @param place the first of them
 */
public record Connected(ConnectionCount line, Place place) {

  boolean isNetwork() {
    return line.transport().startsWith("NET");
  }

  boolean isSocket() {
    return line.transport().startsWith("NET/Socket");
  }

  boolean isGpuDirect() {
    return line.transport().contains("GDRDMA");
  }

  /** Through host memory of one node; NCCL up to 2.9 spells it out. */
  boolean isShm() {
    return line.transport().startsWith("SHM")
        || line.transport().startsWith("direct shared memory");
  }

  boolean isP2p() {
    return line.transport().startsWith("P2P");
  }
}
