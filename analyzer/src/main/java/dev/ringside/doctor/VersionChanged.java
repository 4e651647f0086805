package dev.ringside.doctor;

import dev.ringside.summary.TunedSize;
import dev.ringside.trace.record.Algorithm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Two runs with different releases, and what NCCL chose differently in them. */
final class VersionChanged extends Rule {
  private static final int SHOWN = 4;

  VersionChanged() {
    super("nccl-version-changed", FindingSeverity.INFO, Layer.SOFTWARE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    Map<String, Set<String>> bySource = Versions.bySource(seen);
    List<String> sources = List.copyOf(bySource.keySet());
    for (String a : sources) {
      for (String b : sources.subList(sources.indexOf(a) + 1, sources.size())) {
        if (!bySource.get(a).equals(bySource.get(b)) && !Versions.isOneJob(seen, a, b)) {
          return List.of(say(seen, a, b, bySource));
        }
      }
    }
    return List.of();
  }

  private Finding say(Observations seen, String a, String b, Map<String, Set<String>> bySource) {
    List<String> changes = changes(seen, a, b);
    Finding finding =
        finding(
            Versions.place(seen, b, bySource.get(b).iterator().next()),
            "The runs have different releases of NCCL: "
                + a
                + " "
                + String.join(", ", bySource.get(a))
                + ", "
                + b
                + " "
                + String.join(", ", bySource.get(b))
                + ". NCCL comes with the framework, not with the driver."
                + (changes.isEmpty()
                    ? ""
                    : " Choices changed: "
                        + String.join("; ", changes.subList(0, Math.min(SHOWN, changes.size())))
                        + "."),
            changes.isEmpty()
                ? "Repeat the identical baseline after every upgrade: ringside baseline BEFORE AFTER"
                : "Force the former choice once, by size, and compare: NCCL_ALGO="
                    + former(changes.get(0))
                    + " with the same command; ringside baseline BEFORE AFTER");
    return changes.isEmpty() ? finding : finding.as(FindingSeverity.WARNING);
  }

  private static List<String> changes(Observations seen, String a, String b) {
    Map<Long, TunedSize> before = choices(seen, a);
    Map<Long, TunedSize> after = choices(seen, b);
    List<String> out = new ArrayList<>();
    before.forEach(
        (bytes, was) -> {
          TunedSize is = after.get(bytes);
          if (is != null && !is.choice().equals(was.choice())) {
            out.add(bytes + " bytes from " + was.choice() + " to " + is.choice());
          }
        });
    return out;
  }

  private static Map<Long, TunedSize> choices(Observations seen, String source) {
    return seen.summary().sources().stream()
        .filter(s -> s.source().name().equals(source))
        .findFirst()
        .map(Choices::bySize)
        .orElse(Map.of());
  }

  private static String former(String change) {
    String choice = change.replaceAll(".* from (\\S+) to .*", "$1").replaceAll("/.*", "");
    return Algorithm.ofName(choice).map(Algorithm::ncclName).orElse(choice);
  }
}
