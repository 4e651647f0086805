package dev.ringside.doctor;

import dev.ringside.cost.AllowedNames;
import java.util.List;
import java.util.stream.Stream;

/** Algorithm or protocol fixed by the environment. */
final class ForcedAlgoProto extends Rule {
  ForcedAlgoProto() {
    super("forced-algo-proto", FindingSeverity.WARNING, Layer.SOFTWARE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return Stream.of("NCCL_ALGO", "NCCL_PROTO")
        .flatMap(name -> seen.variables(name).stream().filter(v -> !v.value().isEmpty()).limit(1))
        .map(v -> judged(v))
        .toList();
  }

  private Finding judged(Variable v) {
    boolean isOne = AllowedNames.parse(v.value()).isSingle();
    Finding finding =
        finding(
            v.place(),
            v.assignment()
                + (isOne
                    ? " leaves one for every size: what wins at one size loses at another, and to"
                        + " a tuner the others are forbidden."
                    : " limits the choice; a tuner's rules outside the list are passed over.")
                + " The value is a list of what is allowed, not a preference.",
            "unset "
                + v.name()
                + "; to compare choices measure each and let 'ringside calibrate SWEEP... -o"
                + " tuner.csv' set them by size");
    return isOne ? finding : finding.as(FindingSeverity.INFO);
  }
}
