package dev.ringside.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Variables that NCCL itself sets from {@code NCCL_CONF_FILE} or {@code ~/.nccl.conf}, then from
 * {@code /etc/nccl.conf}; the first that sets one wins, and the environment wins over all (NCCL
 * src/misc/param.cc, initEnv).
 */
final class NcclConfiguration {
  private NcclConfiguration() {}

  static Map<String, String> read(Map<String, String> environment) {
    Map<String, String> all = new LinkedHashMap<>();
    String named = environment.getOrDefault("NCCL_CONF_FILE", "");
    String home = environment.getOrDefault("HOME", "");
    if (!named.isEmpty()) {
      add(Path.of(named), all);
    } else if (!home.isEmpty()) {
      add(Path.of(home, ".nccl.conf"), all);
    }
    add(Path.of("/etc/nccl.conf"), all);
    return all;
  }

  private static void add(Path file, Map<String, String> all) {
    if (!Files.isRegularFile(file)) {
      return;
    }
    try {
      for (String line : Files.readAllLines(file)) {
        int equals = line.indexOf('=');
        if (equals > 0 && !line.startsWith("#")) {
          all.putIfAbsent(line.substring(0, equals).strip(), line.substring(equals + 1).strip());
        }
      }
    } catch (IOException e) {
      return; // NCCL cannot read it either, or says so itself
    }
  }
}
