package dev.ringside.doctor;

import dev.ringside.trace.record.BenchmarkNote;
import dev.ringside.trace.record.RcclSign;
import java.util.List;

/** AMD's library or GPUs. */
final class VendorAmd extends Rule {
  // A time stamp in microseconds shows how RCCL writes, and any wrapper may write so.
  private static final String STAMP = "epoch-stamp";

  VendorAmd() {
    super("vendor-amd", FindingSeverity.INFO, Layer.INPUT, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return seen.all(RcclSign.class).stream()
        .filter(s -> !s.record().sign().equals(STAMP))
        .findFirst()
        .map(Sighting::place)
        .or(() -> seen.gpus().stream().filter(GpuName::isAmd).map(GpuName::place).findFirst())
        .or(
            () ->
                seen.all(BenchmarkNote.class).stream()
                    .filter(n -> n.record().key().equals("rccl_tests"))
                    .map(Sighting::place)
                    .findFirst())
        .or(
            () ->
                seen.variables().stream()
                    .filter(v -> v.name().startsWith("RCCL_"))
                    .map(Variable::place)
                    .findFirst())
        .map(
            place ->
                List.of(
                    finding(
                        place,
                        "This is AMD's RCCL. It shares NCCL's lines, not its limits: zones measured"
                            + " with NCCL, its cost constants and its tuner plugins do not apply.",
                        "Measure with rccl-tests on this host: all_reduce_perf -b 8 -e 256M -f 2"
                            + " -g <GPUs>")))
        .orElse(List.of());
  }
}
