package dev.ringside.cli;

import dev.ringside.summary.CommunicatorGroup;
import dev.ringside.summary.CostEntry;
import dev.ringside.summary.PrintedCosts;
import dev.ringside.summary.Traffic;
import dev.ringside.trace.record.Collective;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The cost table that NCCL printed for communicators of one shape. What it gives no bandwidth is
 * forbidden.
 */
record LoggedCosts(int nRanks, int nNodes, PrintedCosts printed) {

  /** Each different table once; communicators of unknown shape have none. */
  static List<LoggedCosts> of(Traffic traffic) {
    Set<LoggedCosts> found = new LinkedHashSet<>();
    for (CommunicatorGroup group : traffic.groups()) {
      if (group.nRanks() > 1 && group.nNodes() > 0) {
        group.costs().ifPresent(c -> found.add(new LoggedCosts(group.nRanks(), group.nNodes(), c)));
      }
    }
    return List.copyOf(found);
  }

  /** Entries that the table leaves open. */
  int allowed(Collective collective) {
    return printed.entries().stream()
        .filter(e -> e.collective() == collective && e.bandwidthGBs() > 0)
        .mapToInt(e -> CheckPoint.bit(e.algorithm(), e.protocol()))
        .reduce(0, (a, b) -> a | b);
  }

  /** As {@code tuner-probe --costs} reads it. */
  List<String> lines() {
    return printed.entries().stream().map(LoggedCosts::line).toList();
  }

  private static String line(CostEntry e) {
    return String.join(
        " ",
        e.collective().ncclName(),
        e.algorithm().ncclName(),
        e.protocol().ncclName(),
        Double.toString(e.latencyUs()),
        Double.toString(e.bandwidthGBs()));
  }
}
