package dev.ringside.doctor;

import dev.ringside.trace.record.PluginLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Tuner rows whose numbers of nodes or ranks cannot match the job. */
final class TunerConfigNeverMatches extends Rule {
  private static final Pattern EXCHANGED =
      Pattern.compile("^ringside: .*never: nNodes and nRanks exchanged");
  private static final Pattern NONE_KEPT = Pattern.compile("^ringside: .*: 0 of [1-9]\\d* kept");
  private static final Pattern KEPT = Pattern.compile("^ringside: .*: [1-9]\\d* of \\d+ kept");

  TunerConfigNeverMatches() {
    super("tuner-config-never-matches", FindingSeverity.WARNING, Layer.SOFTWARE, "from 2.19");
  }

  @Override
  public List<Finding> examine(Observations seen) {
    List<Sighting<PluginLine>> said = new ArrayList<>(seen.tunerLines(EXCHANGED));
    if (seen.tunerLines(KEPT).isEmpty()) {
      said.addAll(seen.tunerLines(NONE_KEPT));
    }
    if (!said.isEmpty()) {
      return List.of(
          finding(
              said.get(0).place(),
              "Rules of the tuner file can never apply: " + Excerpt.of(said.get(0).record().text()),
              REMEDY));
    }
    Set<LoadedRule.Job> jobs = LoadedRule.jobs(seen);
    List<LoadedRule> all = LoadedRule.of(seen);
    List<LoadedRule> never =
        all.stream().filter(r -> !jobs.isEmpty() && jobs.stream().noneMatch(r::fits)).toList();
    if (never.isEmpty()) {
      return List.of();
    }
    LoadedRule first = never.get(0);
    Finding finding =
        finding(
            first.place(),
            never.size()
                + " of "
                + all.size()
                + " loaded rows ask for nodes="
                + shown(first.nodes())
                + " ranks="
                + shown(first.ranks())
                + ", the job has "
                + jobs.stream()
                    .map(j -> j.nodes() + " nodes, " + j.ranks() + " ranks")
                    .collect(Collectors.joining("; "))
                + ": they can never apply, although they count as loaded."
                + (first.isImpossible() ? " Nodes and ranks look exchanged." : ""),
            REMEDY);
    boolean isFault =
        never.size() == all.size() || never.stream().anyMatch(LoadedRule::isImpossible);
    return List.of(isFault ? finding : finding.as(FindingSeverity.INFO));
  }

  private static String shown(int n) {
    return n < 0 ? "any" : String.valueOf(n);
  }

  private static final String REMEDY =
      "Put the job's numbers into columns 7 (nNodes) and 8 (nRanks), or -1 for any; what then"
          + " applies: ringside plugin check --costs LOG";
}
