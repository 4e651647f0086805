package dev.ringside.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Variables that make NCCL write what a report needs. What a person has set already stays as it is.
 *
 * @param added variables to set, in order
 * @param remarks what a person should know: own settings that were kept, and what they hide
 * @param isFileOurs whether NCCL writes one file a process into the folder of the capture
 */
record CaptureEnvironment(Map<String, String> added, List<String> remarks, boolean isFileOurs) {
  private static final String LEVEL = "NCCL_DEBUG";
  private static final String PARTS = "NCCL_DEBUG_SUBSYS";
  private static final String FILE = "NCCL_DEBUG_FILE";

  // NCCL_DEBUG_SUBSYS replaces the mask, it does not add to it (NCCL src/debug.cc, ncclDebugInit;
  // 2.18 to 2.30), so INIT and ENV have to be named.
  private static final List<String> NEEDED =
      List.of("INIT", "ENV", "GRAPH", "TUNING", "COLL", "NET");

  /**
   * Decides.
   *
   * @param folder absolute folder of the capture
   * @param environment variables of the process
   * @param configured variables that NCCL's own configuration files set
   */
  static CaptureEnvironment of(
      String folder, Map<String, String> environment, Map<String, String> configured) {
    Map<String, String> own = new LinkedHashMap<>(configured);
    own.putAll(environment);
    Map<String, String> added = new LinkedHashMap<>();
    List<String> remarks = new ArrayList<>();
    wanted(folder)
        .forEach(
            (name, value) -> {
              if (isSet(own, name)) {
                String from = isSet(environment, name) ? "" : " (from NCCL's configuration file)";
                remarks.add("kept your " + name + "=" + own.get(name) + from);
              } else {
                added.put(name, value);
              }
            });
    hidden(own, remarks);
    return new CaptureEnvironment(added, List.copyOf(remarks), added.containsKey(FILE));
  }

  private static Map<String, String> wanted(String folder) {
    Map<String, String> wanted = new LinkedHashMap<>();
    wanted.put(LEVEL, "INFO");
    wanted.put(PARTS, String.join(",", NEEDED));
    // %h and %p are NCCL's: host and process.
    wanted.put(FILE, folder.replace("%", "%%") + "/nccl.%h.%p.log");
    return wanted;
  }

  private static void hidden(Map<String, String> own, List<String> remarks) {
    String level = own.getOrDefault(LEVEL, "").toUpperCase(Locale.ROOT);
    if (isSet(own, LEVEL) && !level.equals("INFO") && !level.equals("TRACE")) {
      remarks.add(LEVEL + "=" + own.get(LEVEL) + " hides every call: unset it for this run");
    }
    String parts = own.getOrDefault(PARTS, "").toUpperCase(Locale.ROOT);
    if (isSet(own, PARTS)) {
      // A ^ in front turns the whole list round.
      boolean isInverted = parts.startsWith("^");
      List<String> named = List.of(parts.substring(isInverted ? 1 : 0).split(",", -1));
      List<String> missing =
          NEEDED.stream()
              .filter(p -> (named.contains("ALL") || named.contains(p)) == isInverted)
              .toList();
      if (!missing.isEmpty()) {
        remarks.add(
            PARTS
                + " lacks "
                + String.join(",", missing)
                + ": the report will miss what they show");
      }
    }
    if (isSet(own, FILE)) {
      remarks.add("NCCL writes to " + own.get(FILE) + ": give that to 'ringside report' too");
    }
  }

  private static boolean isSet(Map<String, String> variables, String name) {
    return !variables.getOrDefault(name, "").isEmpty();
  }
}
