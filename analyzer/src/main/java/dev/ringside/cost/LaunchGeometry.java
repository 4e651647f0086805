package dev.ringside.cost;

import dev.ringside.trace.record.Kernel;
import dev.ringside.trace.record.KernelFamily;
import dev.ringside.trace.record.Protocol;
import java.util.Optional;

/**
 * The protocol of a ring kernel from its threads a block. Kernel names do not tell it: all of a
 * type and operator share one name, which says LL.
 *
 * <p>LL128 has blocks of 640 or, halved for small messages, 320 threads; Simple has 512, 256 or 128
 * and one warp more; LL has up to 512 (NCCL src/enqueue.cc, topoGetAlgoInfo). 96 is the least block
 * of any protocol. Holds only where NVLS and CollNet, whose kernels are also called RING, are
 * excluded and NCCL_NTHREADS is not set; trees always have 640.
 */
public final class LaunchGeometry {

  private static final int LEAST_BLOCK = 96;
  private static final int MAX_LL = 512;

  private LaunchGeometry() {}

  /** Empty where the block does not decide. */
  public static Optional<Protocol> ringProtocol(Kernel kernel) {
    if (kernel.family() != KernelFamily.NCCL || !kernel.pattern().equals("RING")) {
      return Optional.empty();
    }
    int threads = kernel.threads();
    return switch (threads) {
      case 640, 320 -> Optional.of(Protocol.LL128);
      case 544, 288, 160 -> Optional.of(Protocol.SIMPLE);
      default ->
          threads > LEAST_BLOCK && threads <= MAX_LL ? Optional.of(Protocol.LL) : Optional.empty();
    };
  }
}
