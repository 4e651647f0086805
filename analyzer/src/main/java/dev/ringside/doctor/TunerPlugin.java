package dev.ringside.doctor;

import dev.ringside.trace.record.PluginLine;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is said of a tuner plugin in one set of inputs. */
record TunerPlugin(
    Optional<Asked> asked,
    List<Sighting<PluginLine>> loaded,
    List<Sighting<PluginLine>> missing,
    List<Sighting<PluginLine>> declined) {
  private static final Pattern ASKED =
      Pattern.compile(
          "(?:NCCL_TUNER_PLUGIN set (?:by environment )?to|Plugin name set by env to) (\\S+)");
  private static final Pattern LOADED =
      Pattern.compile(
          "(?i)Using tuner plugin|Using .* \\(v\\d+\\)|Successfully loaded external tuner plugin"
              + "|^ringside: ");
  private static final Pattern INTERNAL = Pattern.compile("(?i)internal tuner|default tuner");
  private static final Pattern MISSING =
      Pattern.compile(
          "(?i)Could not find|no plugin found|Failed to find ncclTunerPlugin|cannot open shared"
              + "|undefined symbol|dlopen|dlerror");
  private static final Pattern DECLINED =
      Pattern.compile(
          "(?i)is unsupported|not supported|fall(ing)? ?back|using (the )?(default|internal) tuner"
              + "|own choice stays|refus|disabl|not available");

  /** The plugin that was named. */
  record Asked(String name, Place place) {}

  static TunerPlugin of(Observations seen) {
    Optional<Asked> asked =
        seen.variable("NCCL_TUNER_PLUGIN")
            .map(v -> new Asked(v.value(), v.place()))
            .or(() -> named(seen));
    List<Sighting<PluginLine>> loaded =
        seen.tunerLines(LOADED).stream()
            .filter(s -> !INTERNAL.matcher(s.record().text()).find())
            .toList();
    return new TunerPlugin(
        asked.filter(a -> !a.name().equalsIgnoreCase("none")),
        loaded,
        seen.tunerLines(MISSING),
        seen.tunerLines(DECLINED).stream()
            .filter(s -> !MISSING.matcher(s.record().text()).find())
            .filter(s -> !INTERNAL.matcher(s.record().text()).find() || !loaded.isEmpty())
            .toList());
  }

  private static Optional<Asked> named(Observations seen) {
    return seen.tunerLines(ASKED).stream()
        .findFirst()
        .map(
            s -> {
              Matcher m = ASKED.matcher(s.record().text());
              return new Asked(m.find() ? m.group(1) : "", s.place());
            });
  }

  /** Whether the plugin was asked for or loaded in that source. */
  boolean isIn(String source) {
    return asked.filter(a -> a.place().source().equals(source)).isPresent()
        || loaded.stream().anyMatch(s -> s.place().source().equals(source));
  }

  boolean isLoaded() {
    return !loaded.isEmpty();
  }
}
