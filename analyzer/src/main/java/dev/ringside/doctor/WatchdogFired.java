package dev.ringside.doctor;

import dev.ringside.trace.record.WatchdogTimeout;
import java.util.List;
import java.util.stream.Collectors;

/** The framework gave up on a call. */
final class WatchdogFired extends Rule {
  WatchdogFired() {
    super("watchdog-timeout", FindingSeverity.ERROR, Layer.SOFTWARE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    List<Sighting<WatchdogTimeout>> all = seen.all(WatchdogTimeout.class);
    if (all.isEmpty()) {
      return List.of();
    }
    WatchdogTimeout first = all.get(0).record();
    String ranks =
        all.stream()
            .map(s -> s.record().rank())
            .distinct()
            .sorted()
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    return List.of(
        finding(
            all.get(0).place(),
            "PyTorch's watchdog gave up on "
                + first.op()
                + (first.sequence() < 0 ? "" : " number " + first.sequence())
                + " after "
                + first.ranMs() / 1000
                + " s (ranks "
                + ranks
                + "). The rank that reports first is the one that waited, not the one that failed.",
            "Look for the rank that does not report; with TORCH_NCCL_TRACE_BUFFER_SIZE=2000"
                + " TORCH_NCCL_DUMP_ON_TIMEOUT=1 the next timeout leaves a dump a rank"));
  }
}
