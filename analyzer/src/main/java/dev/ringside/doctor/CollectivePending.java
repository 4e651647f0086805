package dev.ringside.doctor;

import dev.ringside.trace.record.CallStates;
import dev.ringside.trace.record.ProcessGroup;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Calls that were issued and did not end. */
final class CollectivePending extends Rule {
  CollectivePending() {
    super("collective-pending", FindingSeverity.WARNING, Layer.SOFTWARE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    Optional<Sighting<CallStates>> states =
        seen.all(CallStates.class).stream().filter(s -> s.record().pending() > 0).findFirst();
    Optional<Sighting<ProcessGroup>> group =
        seen.all(ProcessGroup.class).stream()
            .filter(
                s ->
                    s.record().lastCompleted() >= 0
                        && s.record().lastEnqueued() > s.record().lastCompleted())
            .findFirst();
    if (states.isEmpty() && group.isEmpty()) {
      return List.of();
    }
    String which =
        group
            .map(
                g ->
                    " Group "
                        + g.record().name()
                        + (g.record().description().isEmpty()
                            ? ""
                            : " (" + g.record().description() + ")")
                        + " has issued call "
                        + g.record().lastEnqueued()
                        + " and completed call "
                        + g.record().lastCompleted()
                        + ".")
            .orElse("");
    return List.of(
        finding(
            states.map(Sighting::place).orElseGet(() -> group.orElseThrow().place()),
            "Operations were issued and have not completed"
                + states.map(s -> ": " + pending(seen)).orElse("")
                + "."
                + which
                + " 'Scheduled' means issued by this rank; it waits for its peers or its stream.",
            "Compare the dumps of all ranks: torchfrtrace"
                + " DIR, which names the first call that differs"));
  }

  private static String pending(Observations seen) {
    return seen.all(CallStates.class).stream()
        .filter(s -> s.record().pending() > 0)
        .map(s -> s.record().pending() + " " + s.record().op().ncclName())
        .distinct()
        .collect(Collectors.joining(", "));
  }
}
