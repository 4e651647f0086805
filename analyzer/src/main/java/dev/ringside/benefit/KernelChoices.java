package dev.ringside.benefit;

import dev.ringside.cost.LaunchGeometry;
import dev.ringside.summary.Communicator;
import dev.ringside.summary.MessageRow;
import dev.ringside.summary.Traffic;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.util.List;
import java.util.Optional;

/**
 * What ran at a size, from the launch geometry of its kernels. Only where NVLS and CollNet are
 * excluded, since their kernels are called RING too, and where nothing changes the block sizes.
 */
final class KernelChoices {

  private final Traffic traffic;
  private final boolean isTelling;

  KernelChoices(Traffic traffic) {
    this.traffic = traffic;
    boolean blocksAreNccls =
        !traffic.environment().containsKey("NCCL_NTHREADS")
            && !traffic.environment().containsKey("NCCL_LL128_NTHREADS");
    boolean noCollNet =
        !traffic.environment().getOrDefault("NCCL_COLLNET_ENABLE", List.of()).contains("1");
    this.isTelling = blocksAreNccls && noCollNet && isWithoutNvls();
  }

  /** By environment, by channel counts, or by GPUs that have no NVLS. */
  private boolean isWithoutNvls() {
    boolean off =
        traffic.environment().getOrDefault("NCCL_NVLS_ENABLE", List.of()).equals(List.of("0"));
    boolean noChannels =
        traffic.communicators().stream().anyMatch(c -> c.nvlsChannels() == 0)
            && traffic.communicators().stream()
                .mapToInt(Communicator::nvlsChannels)
                .allMatch(n -> n <= 0);
    boolean older =
        GroupModels.computeCapability(traffic) > 0 && GroupModels.computeCapability(traffic) < 90;
    return off || noChannels || older;
  }

  /** Empty without kernels of the size, or where they do not agree. */
  Optional<Choice> of(MessageRow row) {
    if (!isTelling) {
      return Optional.empty();
    }
    List<Optional<Protocol>> protocols =
        traffic.kernels().stream()
            .filter(k -> k.kernel().op() == row.collective() && k.bytes() == row.bytes())
            .filter(k -> k.nRanks() == row.nRanks())
            .map(k -> LaunchGeometry.ringProtocol(k.kernel()))
            .distinct()
            .toList();
    return protocols.size() == 1
        ? protocols.get(0).map(p -> Choice.of(Algorithm.RING, p))
        : Optional.empty();
  }
}
