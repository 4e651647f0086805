package dev.ringside.doctor;

import dev.ringside.cost.AllowedNames;
import dev.ringside.summary.CommunicatorGroup;
import dev.ringside.summary.CostEntry;
import dev.ringside.summary.TransportClass;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.CostTableRow;
import dev.ringside.trace.record.GraphPattern;
import dev.ringside.trace.record.Protocol;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** LL128 that NCCL forbids for AllReduce, and by what. */
final class Ll128Disabled extends Rule {
  Ll128Disabled() {
    super("ll128-disabled", FindingSeverity.INFO, Layer.PCIE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    for (CommunicatorGroup group : seen.traffic().groups()) {
      Optional<CostEntry> cell =
          group
              .costs()
              .flatMap(c -> c.entry(Collective.ALL_REDUCE, Algorithm.RING, Protocol.LL128));
      if (cell.isPresent() && cell.get().bandwidthGBs() == 0) {
        return List.of(
            finding(place(seen), "NCCL forbids LL128 here: " + why(group, seen), REMEDY));
      }
    }
    return List.of();
  }

  private static Place place(Observations seen) {
    return seen.all(CostTableRow.class).stream()
        .filter(s -> s.record().collective() == Collective.ALL_REDUCE)
        .map(Sighting::place)
        .findFirst()
        .orElse(Place.NONE);
  }

  private static String why(CommunicatorGroup group, Observations seen) {
    Optional<Variable> proto =
        seen.variables("NCCL_PROTO").stream()
            .filter(
                v ->
                    AllowedNames.parse(v.value())
                        .of("allreduce")
                        .filter(p -> !p.allows("ll128"))
                        .isPresent())
            .findFirst();
    if (proto.isPresent()) {
      return proto.get().assignment() + " leaves it out.";
    }
    Set<String> types = new TreeSet<>();
    seen.all(GraphPattern.class).stream()
        .filter(p -> p.record().nChannels() > 0)
        .forEach(p -> types.add(p.record().typeIntra()));
    types.removeAll(Set.of("LOC", "NVL", "NVB"));
    if (!types.isEmpty()) {
      return "the way inside the node is "
          + String.join(", ", types)
          + ", and any PCIe or host hop disables it, since a CPU may split a write of 128 bytes.";
    }
    boolean isHost =
        seen.connections().stream().anyMatch(Connected::isShm)
            || group.transportClass().filter(t -> t != TransportClass.NVL).isPresent();
    return isHost
        ? "the ranks do not reach each other over NVLink alone, and any PCIe or host hop disables"
            + " it."
        : "the log does not show by which of its tests (paths other than NVLink, GPUs of different"
            + " kinds, compute capability 8.6 or 8.9 up to 2.26).";
  }

  private static final String REMEDY =
      "Leave it, unless this host was validated: 'ringside validate OUTPUT...' counts checked"
          + " operations of all_reduce_perf -c; then NCCL_PROTO='LL,Simple;"
          + "allreduce:LL,LL128,Simple' lifts the ban for AllReduce alone (2.24 and later)";
}
