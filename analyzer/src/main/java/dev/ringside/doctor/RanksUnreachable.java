package dev.ringside.doctor;

import dev.ringside.trace.record.RasCommunicators;
import java.util.List;

/** Ranks of a running job that a report of NCCL's RAS had no answer from. */
final class RanksUnreachable extends Rule {
  RanksUnreachable() {
    super("ranks-unreachable", FindingSeverity.ERROR, Layer.SOFTWARE, "from 2.24");
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return seen.all(RasCommunicators.class).stream()
        .filter(s -> s.record().errors().equals("INCOMPLETE"))
        .findFirst()
        .map(
            s ->
                List.of(
                    finding(
                        s.place(),
                        "NCCL's RAS had no answer from some ranks of a communicator of "
                            + s.record().ranks()
                            + ": their processes are gone, stopped, or cannot be reached. The"
                            + " others wait for them.",
                        "The report names host and process of each; there: ps -p PID; dmesg -T |"
                            + " grep -i -e xid -e oom; then ncclras -v again")))
        .orElse(List.of());
  }
}
