package dev.ringside.trace.nccl;

import dev.ringside.trace.record.NetworkLine;
import java.util.List;

/** Which network is used and how (NCCL src/transport/net*.cc, src/graph/paths.cc). */
final class NetworkRule implements Rule {

  private static final List<String> BEGINNINGS =
      List.of(
          "Using network ",
          "NET/",
          "GPU Direct RDMA ",
          "Bootstrap : Using",
          "Bootstrap: Using",
          "Failed to open libibverbs");

  @Override
  public boolean take(NcclRecord record) {
    if (record.startsWith("NET/Plugin") || GraphRule.isTopology(record)) {
      return false;
    }
    for (String beginning : BEGINNINGS) {
      if (record.startsWith(beginning)) {
        record.emit(new NetworkLine(record.site(), record.text()));
        return true;
      }
    }
    return false;
  }
}
