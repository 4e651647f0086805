package dev.ringside.doctor;

import java.util.List;
import java.util.regex.Pattern;

/** NCCL's example tuner sets one channel wherever its row does not name a number. */
final class ExampleTunerOneChannel extends Rule {
  ExampleTunerOneChannel() {
    super("example-tuner-one-channel", FindingSeverity.INFO, Layer.SOFTWARE, "from 2.22");
  }

  @Override
  public List<Finding> examine(Observations seen) {
    boolean isExample =
        !seen.tunerLines(Pattern.compile("(?i)Using( tuner plugin)? Example|ExamplePlugin"))
            .isEmpty();
    return LoadedRule.of(seen).stream()
        .filter(r -> isExample && r.channels() == -1)
        .findFirst()
        .map(
            r ->
                List.of(
                    finding(
                        r.place(),
                        "NCCL's example plugin sets one channel before it looks at its rows, so"
                            + " channels=-1 and every size without a row may run on one channel.",
                        "Name the number of channels in column 6, or load the same file with a"
                            + " plugin that leaves them: eval \"$(ringside plugin env --tuner"
                            + " tuner.csv)\"")))
        .orElse(List.of());
  }
}
