package dev.ringside.doctor;

import dev.ringside.trace.record.AllReduceBackend;
import dev.ringside.trace.record.EngineSetting;
import java.util.List;

/** What serving engines print of their settings and backends. */
final class EngineLines {
  private EngineLines() {}

  static List<Sighting<AllReduceBackend>> backends(Observations seen, String name) {
    return seen.all(AllReduceBackend.class).stream()
        .filter(s -> s.record().backend().equals(name))
        .toList();
  }

  static List<Sighting<EngineSetting>> settings(Observations seen, String key) {
    return seen.all(EngineSetting.class).stream()
        .filter(s -> s.record().key().equals(key))
        .toList();
  }

  static boolean isTrue(String value) {
    return value.equalsIgnoreCase("true") || value.equals("1");
  }
}
