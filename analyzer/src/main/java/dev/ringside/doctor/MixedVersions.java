package dev.ringside.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Different releases of NCCL among the ranks, or the libraries, of one job. */
final class MixedVersions extends Rule {
  MixedVersions() {
    super("mixed-nccl-versions", FindingSeverity.WARNING, Layer.SOFTWARE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    Map<String, Set<String>> bySource = Versions.bySource(seen);
    for (Map.Entry<String, Set<String>> e : bySource.entrySet()) {
      if (e.getValue().size() > 1) {
        return List.of(say(seen, e.getKey(), e.getValue(), "one log"));
      }
    }
    List<String> sources = List.copyOf(bySource.keySet());
    for (String a : sources) {
      for (String b : sources.subList(sources.indexOf(a) + 1, sources.size())) {
        boolean differs = !bySource.get(a).equals(bySource.get(b));
        if (differs && Versions.isOneJob(seen, a, b)) {
          Set<String> both = new TreeSet<>(bySource.get(a));
          both.addAll(bySource.get(b));
          return List.of(say(seen, b, both, "the ranks of one communicator"));
        }
      }
    }
    return List.of();
  }

  private Finding say(Observations seen, String source, Set<String> versions, String where) {
    String last = new ArrayList<>(versions).get(versions.size() - 1);
    return finding(
        Versions.place(seen, source, last),
        "Several releases of NCCL are in use by "
            + where
            + ": "
            + String.join(", ", versions)
            + ". One process can hold two (the framework's and the engine's own); between ranks"
            + " they may choose differently, which hangs.",
        "Which libraries a process has: grep -o '/[^ ]*libnccl[^ ]*' /proc/PID/maps | sort -u; one"
            + " for all: LD_PRELOAD=/path/libnccl.so.2, for vLLM VLLM_NCCL_SO_PATH");
  }
}
