package dev.ringside.doctor;

import dev.ringside.cost.NcclRelease;
import dev.ringside.trace.record.PluginLine;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** No tuner plugin was loaded: normal where none was asked for, a fault where one was. */
final class TunerPluginMissing extends Rule {
  private static final Pattern SYMBOL = Pattern.compile("ncclTunerPlugin_v(\\d+)|undefined symbol");

  TunerPluginMissing() {
    super("tuner-plugin-missing", FindingSeverity.WARNING, Layer.SOFTWARE, "from 2.19");
  }

  @Override
  public List<Finding> examine(Observations seen) {
    TunerPlugin plugin = TunerPlugin.of(seen);
    if (plugin.isLoaded() || plugin.missing().isEmpty()) {
      return List.of();
    }
    Sighting<PluginLine> line = plugin.missing().get(0);
    if (plugin.asked().isEmpty()) {
      return List.of(
          finding(
                  line.place(),
                  "No tuner plugin is in use (NCCL looks for one in every run and says so): NCCL"
                      + " decides by its own model.",
                  "")
              .as(FindingSeverity.INFO));
    }
    TunerPlugin.Asked asked = plugin.asked().get();
    return List.of(
        finding(
            line.place(),
            "The tuner plugin "
                + asked.name()
                + " was asked for and is not in use: "
                + why(asked, plugin, seen),
            remedy(asked, seen)));
  }

  private static String why(TunerPlugin.Asked asked, TunerPlugin plugin, Observations seen) {
    if (isPathTrap(asked, seen)) {
      return "NCCL 2.27.3 opens no path; it takes only a bare libNAME.so found through"
          + " LD_LIBRARY_PATH.";
    }
    Optional<Sighting<PluginLine>> symbol =
        plugin.missing().stream().filter(s -> SYMBOL.matcher(s.record().text()).find()).findFirst();
    boolean isNotFound =
        plugin.missing().stream()
            .anyMatch(
                s ->
                    s.record()
                        .text()
                        .matches("(?is).*(could not find|cannot open|no plugin found).*"));
    if (symbol.isPresent() && !isNotFound) {
      return "the library was opened and has no tuner of a version that this release takes ("
          + versions(seen)
          + "). "
          + Excerpt.of(symbol.get().record().text());
    }
    return "the library was not found or not opened. "
        + Excerpt.of(plugin.missing().get(0).record().text());
  }

  /** By src/plugin/tuner.cc and src/misc/tuner.cc of the releases. */
  private static String versions(Observations seen) {
    if (seen.isFrom(2, 30, 0)) {
      return "2.30 takes v2 to v6";
    }
    if (seen.isFrom(2, 28, 0)) {
      return "2.28 and 2.29 take v2 to v5";
    }
    if (seen.isFrom(2, 24, 0)) {
      return "2.24 to 2.27 take v2 to v4";
    }
    if (seen.isFrom(2, 22, 0)) {
      return "2.22 and 2.23 take v2 and v3";
    }
    return seen.isFrom(2, 21, 0) ? "2.21 takes v2" : "2.19 and 2.20 take v1";
  }

  private static boolean isPathTrap(TunerPlugin.Asked asked, Observations seen) {
    return asked.name().contains("/")
        && seen.release().filter(r -> r.equals(new NcclRelease(2, 27, 3))).isPresent();
  }

  private static String remedy(TunerPlugin.Asked asked, Observations seen) {
    return isPathTrap(asked, seen)
        ? "export LD_LIBRARY_PATH=\"$(dirname "
            + asked.name()
            + "):$LD_LIBRARY_PATH\" NCCL_TUNER_PLUGIN=\"$(basename "
            + asked.name()
            + ")\""
        : "An absolute path is the safest value (not in 2.27.3): export"
            + " NCCL_TUNER_PLUGIN=$(readlink -f LIB.so); what it needs and offers: ldd LIB.so; nm -D"
            + " LIB.so | grep ncclTunerPlugin; in a container the path is that inside it";
  }
}
