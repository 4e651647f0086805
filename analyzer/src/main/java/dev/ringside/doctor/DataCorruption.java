package dev.ringside.doctor;

import dev.ringside.cost.AllowedNames;
import dev.ringside.trace.record.BenchmarkRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Wrong values in a result check. */
final class DataCorruption extends Rule {
  DataCorruption() {
    super("data-corruption", FindingSeverity.ERROR, Layer.GPU, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    List<Finding> out = new ArrayList<>();
    for (BenchmarkSeen b : seen.benchmarks()) {
      Optional<BenchmarkRow> bad =
          b.run().rows().stream()
              .filter(r -> r.outOfPlaceWrong() > 0 || r.inPlaceWrong() > 0)
              .findFirst();
      boolean isFailed = b.run().wrongTotal().orElse(0) > 0;
      if (bad.isPresent() || isFailed) {
        out.add(finding(bad.map(b::placeOf).orElse(b.place()), text(bad, b, seen), remedy(seen)));
      }
    }
    return out;
  }

  private static String text(Optional<BenchmarkRow> bad, BenchmarkSeen b, Observations seen) {
    return "The check found wrong values"
        + bad.map(r -> " from " + r.size() + " bytes on").orElse("")
        + " ("
        + b.run().wrongTotal().orElse(0)
        + " in all): results are corrupt, whatever the bandwidth."
        + (isLl128Lifted(seen)
            ? " NCCL_PROTO lifts NCCL's ban on LL128 here, which is the first suspect."
            : "");
  }

  private static boolean isLl128Lifted(Observations seen) {
    return seen.variables("NCCL_PROTO").stream()
        .anyMatch(
            v ->
                AllowedNames.parse(v.value())
                    .of("allreduce")
                    .filter(p -> p.allows("ll128"))
                    .isPresent());
  }

  private static String remedy(Observations seen) {
    return (isLl128Lifted(seen) ? "unset NCCL_PROTO and repeat; " : "")
        + "repeat with checks: all_reduce_perf -b 8 -e 256M -f 2 -g <GPUs> -c 20; with"
        + " NCCL_P2P_DISABLE=1 the peer path is left out; PCIe: sudo lspci -vvv | grep -i acsctl";
  }
}
