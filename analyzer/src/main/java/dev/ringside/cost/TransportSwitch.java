package dev.ringside.cost;

/** How NCCL reads {@code NCCL_P2P_DISABLE} and {@code NCCL_SHM_DISABLE}. */
public final class TransportSwitch {
  private TransportSwitch() {}

  /**
   * Whether the transport is off: by the number 1 and no other (NCCL src/graph/paths.cc,
   * ncclGetUserP2pLevel; src/transport/shm.cc, shmCanConnect).
   */
  public static boolean isOff(String value) {
    return value.strip().matches("\\+?0*1");
  }
}
