package dev.ringside.doctor;

import dev.ringside.trace.record.PluginLine;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Ranks of one job that tune by different rules. */
final class TunerHashDiffers extends Rule {
  private static final Pattern RULES =
      Pattern.compile("^ringside: .*rules ([0-9a-f]{16}): .* for (\\d+) ranks? on (\\d+) nodes?");

  TunerHashDiffers() {
    super("tuner-hash-differs", FindingSeverity.ERROR, Layer.SOFTWARE, "from 2.21");
  }

  @Override
  public List<Finding> examine(Observations seen) {
    Map<String, Map<String, Sighting<PluginLine>>> byJob = new TreeMap<>();
    for (Sighting<PluginLine> s : seen.tunerLines(RULES)) {
      Matcher m = RULES.matcher(s.record().text());
      if (m.find()) {
        byJob
            .computeIfAbsent(
                m.group(2) + " ranks on " + m.group(3) + " nodes", k -> new TreeMap<>())
            .putIfAbsent(m.group(1), s);
      }
    }
    return byJob.entrySet().stream()
        .filter(e -> e.getValue().size() > 1)
        .map(
            e ->
                finding(
                    last(e.getValue().values()).place(),
                    "Ranks of one job ("
                        + e.getKey()
                        + ") have loaded different tuner rules ("
                        + String.join(", ", e.getValue().keySet())
                        + "). All ranks have to choose alike and nothing checks it: the job hangs"
                        + " or corrupts data where the rules differ.",
                    "Put one file on every node: sha256sum $NCCL_TUNER_CONFIG_FILE on each"))
        .toList();
  }

  private static Sighting<PluginLine> last(java.util.Collection<Sighting<PluginLine>> all) {
    return all.stream().max(Comparator.comparing(Sighting::place)).orElseThrow();
  }
}
