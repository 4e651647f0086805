package dev.ringside.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** One variable with different values in the processes of one job. */
final class MixedSettings extends Rule {
  // Meant to differ between hosts or ranks.
  private static final Pattern OWN =
      Pattern.compile(
          "NCCL_(DEBUG.*|SOCKET_IFNAME|IB_HCA|HOSTID|COMM_ID|TOPO_.*|GRAPH_(DUMP_)?FILE.*|CONF_FILE"
              + "|TUNER_PLUGIN|NET_PLUGIN|PROFILER_PLUGIN|TUNER_CONFIG_FILE)");

  MixedSettings() {
    super("mixed-settings", FindingSeverity.WARNING, Layer.SOFTWARE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    Map<String, List<Variable>> byName = new TreeMap<>();
    seen.variables().stream()
        .filter(v -> v.where().pid() >= 0 && !OWN.matcher(v.name()).matches())
        .forEach(v -> byName.computeIfAbsent(v.name(), k -> new ArrayList<>()).add(v));
    List<Finding> out = new ArrayList<>();
    byName.forEach(
        (name, all) -> {
          Variable first = all.get(0);
          all.stream()
              .filter(v -> !v.value().equals(first.value()) && isOneJob(seen, first, v))
              .findFirst()
              .ifPresent(v -> out.add(finding(v.place(), text(first, v), remedy(name))));
        });
    return out;
  }

  private static boolean isOneJob(Observations seen, Variable a, Variable b) {
    boolean isOneProcess =
        a.where().host().equals(b.where().host()) && a.where().pid() == b.where().pid();
    String sourceA = a.place().source();
    String sourceB = b.place().source();
    return !isOneProcess && (sourceA.equals(sourceB) || Versions.isOneJob(seen, sourceA, sourceB));
  }

  private static String text(Variable a, Variable b) {
    return "Processes of one job differ in "
        + a.name()
        + ": "
        + a.value()
        + " ("
        + who(a)
        + ") and "
        + b.value()
        + " ("
        + who(b)
        + "). Ranks that choose by different settings hang or run at the pace of the slower one.";
  }

  private static String who(Variable v) {
    return (v.where().host().isEmpty() ? "process " : v.where().host() + " process ")
        + v.where().pid();
  }

  private static String remedy(String name) {
    return "Set it alike everywhere: mpirun -x "
        + name
        + " …; look for files that set it: cat /etc/nccl.conf ~/.nccl.conf on each host";
  }
}
