package dev.ringside.trace.nccl;

import dev.ringside.trace.record.PluginLine;
import java.util.List;
import java.util.Locale;

/**
 * Loading of plugins, and what tuner plugins say of themselves (NCCL src/plugin/*.cc; before 2.28
 * under src/misc and src/net.cc).
 */
final class PluginRule implements Rule {

  /**
   * {@code TUNER/Plugin: …}, {@code NET/Plugin : …}, {@code TUNER/ExamplePlugin: …}; NET/ has
   * others.
   */
  private static final List<String> KINDS =
      List.of("TUNER", "NET", "PROFILER", "ENV", "GIN", "RMA");

  /** Whole-message forms and the kind that they speak of. */
  private static final List<String[]> PHRASES =
      List.of(
          new String[] {"Using tuner plugin", "TUNER"},
          new String[] {"Opened tuner", "TUNER"},
          new String[] {"Tuner: ", "TUNER"},
          new String[] {"Closing tuner", "TUNER"},
          new String[] {"Initializing tuner for ", "TUNER"},
          new String[] {"ringside: ", "TUNER"},
          new String[] {"Initialized NET plugin", "NET"},
          new String[] {"Failed to initialize NET plugin", "NET"},
          new String[] {"Assigned NET plugin", "NET"},
          new String[] {"Plugin Path :", "NET"},
          new String[] {"P2P plugin", "NET"},
          new String[] {"Using internal network plugin", "NET"});

  @Override
  public boolean take(NcclRecord record) {
    String kind = kindOf(record);
    if (kind.isEmpty()) {
      return false;
    }
    record.emit(new PluginLine(record.site(), kind, record.text()));
    return true;
  }

  private static String kindOf(NcclRecord record) {
    Cursor c = record.cursor();
    String first = c.name();
    if (KINDS.contains(first) && c.skip("/")) {
      boolean isPlugin = first.equals("TUNER") || c.name().endsWith("Plugin");
      return isPlugin ? first : "";
    }
    for (String[] phrase : PHRASES) {
      if (record.startsWith(phrase[0])) {
        return phrase[1];
      }
    }
    return external(record);
  }

  /** {@code Successfully loaded external tuner plugin X}, {@code External tuner plugin X is …}. */
  private static String external(NcclRecord record) {
    Cursor c = record.cursor();
    if (!c.skip("Successfully loaded external ") && !c.skip("External ")) {
      return "";
    }
    String kind = c.name();
    if (!c.skip(" plugin ")) {
      return kind.equals("network") && c.skip(" plugin") ? "NET" : "";
    }
    return kind.equals("network") ? "NET" : kind.toUpperCase(Locale.ROOT);
  }
}
