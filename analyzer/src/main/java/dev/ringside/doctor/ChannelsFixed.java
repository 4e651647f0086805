package dev.ringside.doctor;

import java.util.List;
import java.util.stream.Stream;

/** A number of channels fixed by hand. */
final class ChannelsFixed extends Rule {
  ChannelsFixed() {
    super("channels-fixed", FindingSeverity.INFO, Layer.SOFTWARE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return Stream.of("NCCL_MIN_NCHANNELS", "NCCL_MAX_NCHANNELS", "NCCL_NCHANNELS_PER_NET_PEER")
        .flatMap(name -> seen.variable(name).stream())
        .map(
            v ->
                finding(
                    v.place(),
                    v.assignment()
                        + " fixes the number of channels: each costs a thread block that the model"
                        + " then lacks, and small messages are not split further by it. On PCIe"
                        + " hosts eight forced channels were noise in the application, or worse.",
                    "A/B in the application, not in all_reduce_perf: with and without " + v.name()))
        .toList();
  }
}
