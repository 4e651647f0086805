package dev.ringside.doctor;

import dev.ringside.cost.AllowedNames;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A tuner plugin beside variables that fix the choice before it is asked. */
final class TunerBlockedByEnv extends Rule {
  TunerBlockedByEnv() {
    super("tuner-blocked-by-env", FindingSeverity.WARNING, Layer.SOFTWARE, "from 2.19");
  }

  @Override
  public List<Finding> examine(Observations seen) {
    TunerPlugin plugin = TunerPlugin.of(seen);
    Optional<Variable> forced =
        Stream.of("NCCL_ALGO", "NCCL_PROTO")
            .flatMap(name -> seen.variables(name).stream())
            .filter(v -> AllowedNames.parse(v.value()).isSingle())
            .filter(v -> plugin.isIn(v.place().source()))
            .findFirst();
    if (forced.isEmpty()) {
      return List.of();
    }
    return List.of(
        finding(
            forced.get().place(),
            forced.get().assignment()
                + " acts before the tuner plugin: whatever it leaves out is forbidden to the plugin"
                + " too.",
            "unset " + forced.get().name() + " while the plugin is in use"));
  }
}
