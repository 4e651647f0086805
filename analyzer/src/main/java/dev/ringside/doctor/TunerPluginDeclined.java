package dev.ringside.doctor;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A tuner plugin that was loaded and steps back. */
final class TunerPluginDeclined extends Rule {
  TunerPluginDeclined() {
    super("tuner-plugin-declined", FindingSeverity.WARNING, Layer.SOFTWARE, "from 2.19");
  }

  @Override
  public List<Finding> examine(Observations seen) {
    Optional<Finding> said =
        TunerPlugin.of(seen).declined().stream()
            .findFirst()
            .map(s -> finding(s.place(), text(s.record().text()), REMEDY));
    return said.or(() -> ofNetwork(seen)).map(List::of).orElse(List.of());
  }

  /** The tuner of aws-ofi-nccl logs under the network's name. */
  private Optional<Finding> ofNetwork(Observations seen) {
    return seen
        .networkLines(
            Pattern.compile("(?i)tuner.*(fall|not supported|unsupported|disabled|not available)"))
        .stream()
        .findFirst()
        .map(s -> finding(s.place(), text(s.record().text()), REMEDY));
  }

  private static String text(String line) {
    return "A tuner plugin was loaded and steps back, so NCCL decides by its own model: "
        + Excerpt.of(line);
  }

  private static final String REMEDY =
      "See which tables it has for this release, GPU and size of job; ringside's decisions can be"
          + " listed without a GPU: ringside plugin check --plugin LIB.so --costs LOG";
}
