package dev.ringside.doctor;

import dev.ringside.trace.record.BenchmarkNote;
import dev.ringside.trace.record.NcclVersion;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** NCCL releases by source. */
final class Versions {
  private Versions() {}

  static Map<String, Set<String>> bySource(Observations seen) {
    Map<String, Set<String>> out = new TreeMap<>();
    for (Sighting<NcclVersion> s : seen.all(NcclVersion.class)) {
      if (!s.record().nccl().isEmpty()) {
        out.computeIfAbsent(s.place().source(), k -> new TreeSet<>())
            .add(release(s.record().nccl()));
      }
    }
    for (Sighting<BenchmarkNote> s : seen.all(BenchmarkNote.class)) {
      if (s.record().key().equals("nccl")) {
        out.computeIfAbsent(s.place().source(), k -> new TreeSet<>())
            .add(release(s.record().value()));
      }
    }
    return out;
  }

  /** Without what builds add: RCCL prints {@code 2.20.5+hip6.2} and {@code 2.20.5-HEAD:1a2b3c}. */
  private static String release(String printed) {
    return printed.replaceFirst("-.*", "");
  }

  static Place place(Observations seen, String source, String version) {
    return seen.all(NcclVersion.class).stream()
        .filter(
            s -> s.place().source().equals(source) && release(s.record().nccl()).equals(version))
        .map(Sighting::place)
        .findFirst()
        .orElse(new Place(source, -1));
  }

  /** Whether both sources hold ranks of one communicator. */
  static boolean isOneJob(Observations seen, String a, String b) {
    return seen.traffic().groups().stream()
        .filter(g -> g.key().startsWith("0x"))
        .anyMatch(
            g ->
                g.members().stream().anyMatch(m -> m.source().equals(a))
                    && g.members().stream().anyMatch(m -> m.source().equals(b)));
  }
}
