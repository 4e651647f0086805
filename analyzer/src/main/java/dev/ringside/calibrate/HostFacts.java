package dev.ringside.calibrate;

import dev.ringside.cost.MeasuredHost;
import dev.ringside.cost.TransportSwitch;
import dev.ringside.summary.TransportClass;
import dev.ringside.trace.bench.BenchmarkRun;
import dev.ringside.trace.bench.CommandLine;
import java.util.Optional;

/** What a sweep says of the host it ran on. */
final class HostFacts {
  private final SourceRecords records;
  private final Optional<BenchmarkRun> run;

  HostFacts(SourceRecords records, Optional<BenchmarkRun> run) {
    this.records = records;
    this.run = run;
  }

  MeasuredHost host(int nNodes) {
    Optional<String> nccl =
        run.flatMap(r -> r.note("nccl"))
            .or(() -> Optional.of(records.nccl).filter(n -> !n.isEmpty()));
    return new MeasuredHost(run.flatMap(BenchmarkRun::gpu), transport(nNodes), nccl);
  }

  /** As connected, else as the environment leaves it on one host. */
  private Optional<TransportClass> transport(int nNodes) {
    if (!records.transports.isEmpty()) {
      return Optional.of(connected());
    }
    if (nNodes != 1 || !isOff("NCCL_P2P_DISABLE")) {
      return Optional.empty();
    }
    return Optional.of(isOff("NCCL_SHM_DISABLE") ? TransportClass.NET : TransportClass.SHM);
  }

  private TransportClass connected() {
    TransportClass slowest = TransportClass.P2P;
    for (String transport : records.transports) {
      TransportClass one =
          transport.startsWith("NET")
              ? TransportClass.NET
              : transport.startsWith("P2P") ? TransportClass.P2P : TransportClass.SHM;
      slowest = one.compareTo(slowest) > 0 ? one : slowest;
    }
    return slowest;
  }

  private boolean isOff(String variable) {
    return variable(variable).filter(TransportSwitch::isOff).isPresent();
  }

  /** Value of a variable in the sweep, from whatever says it. */
  private Optional<String> variable(String name) {
    return run.flatMap(r -> r.note("env." + name))
        .or(() -> Optional.ofNullable(records.environment.get(name)))
        .or(() -> run.flatMap(r -> r.note("command")).flatMap(c -> CommandLine.variable(c, name)));
  }
}
