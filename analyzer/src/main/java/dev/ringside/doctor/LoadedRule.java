package dev.ringside.doctor;

import dev.ringside.trace.record.PluginLine;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rule that a tuner plugin says it has loaded, in the words of NCCL's example plugin.
 *
 * @param nodes -1 any
 * @param ranks -1 any
 * @param regBuff -1 any
 */
record LoadedRule(
    String collective,
    long minBytes,
    long maxBytes,
    int channels,
    int nodes,
    int ranks,
    int regBuff,
    Place place) {
  private static final Pattern LINE =
      Pattern.compile(
          "Loaded config: (\\w+) \\[(\\d+)-(\\d+)\\] \\S+ channels=(-?\\d+) nodes=(\\S+)"
              + " ranks=(\\S+)(?: pipeOps=(\\S+))?(?: regBuff=(\\S+))?");

  /** A job as the plugin is told of it. */
  record Job(int nodes, int ranks) {}

  private static final Pattern JOB = Pattern.compile("for (\\d+) nodes?, (\\d+) ranks?");

  static List<LoadedRule> of(Observations seen) {
    List<LoadedRule> out = new ArrayList<>();
    for (Sighting<PluginLine> s : seen.tunerLines(LINE)) {
      Matcher m = LINE.matcher(s.record().text());
      if (m.find()) {
        out.add(
            new LoadedRule(
                m.group(1),
                whole(m.group(2)),
                whole(m.group(3)),
                (int) whole(m.group(4)),
                (int) whole(m.group(5)),
                (int) whole(m.group(6)),
                (int) whole(m.group(8)),
                s.place()));
      }
    }
    return out;
  }

  /** Every shape of communicator that is known. */
  static Set<Job> jobs(Observations seen) {
    Set<Job> out = new LinkedHashSet<>();
    for (Sighting<PluginLine> s : seen.tunerLines(JOB)) {
      Matcher m = JOB.matcher(s.record().text());
      if (m.find()) {
        out.add(new Job((int) whole(m.group(1)), (int) whole(m.group(2))));
      }
    }
    seen.traffic().groups().stream()
        .filter(g -> g.nRanks() > 1 && g.nNodes() > 0)
        .forEach(g -> out.add(new Job(g.nNodes(), g.nRanks())));
    return out;
  }

  private static long whole(String text) {
    return text != null && text.matches("-?\\d{1,18}") ? Long.parseLong(text) : -1;
  }

  boolean fits(Job job) {
    return (nodes < 0 || nodes == job.nodes()) && (ranks < 0 || ranks == job.ranks());
  }

  /** More nodes than ranks is no job at all. */
  boolean isImpossible() {
    return nodes > 0 && ranks > 0 && nodes > ranks;
  }
}
