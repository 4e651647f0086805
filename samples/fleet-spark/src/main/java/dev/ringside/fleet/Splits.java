package dev.ringside.fleet;

import java.util.ArrayList;
import java.util.List;

/** Cuts logs into the work of tasks: a range of a long one, several short ones. */
final class Splits {
  /** To open a file costs a store about as much as to read so many bytes (Spark's own default). */
  private static final long OPENING = 4L << 20;

  private final long most;
  private final List<List<Split>> tasks = new ArrayList<>();
  private List<Split> group = new ArrayList<>();
  private long grouped;

  private Splits(long most) {
    this.most = most;
  }

  /**
   * The work of each task, in order of the logs.
   *
   * @param most bytes of a range
   */
  static List<List<Split>> of(List<Split> wholeLogs, long most) {
    Splits splits = new Splits(most);
    wholeLogs.forEach(splits::add);
    splits.closeGroup();
    return splits.tasks;
  }

  private void add(Split log) {
    if (log.size() > most) {
      for (long from = 0; from < log.size(); from += most) {
        long to = Math.min(log.size(), from + most);
        tasks.add(List.of(new Split(log.name(), log.path(), log.size(), from, to)));
      }
      return;
    }
    if (grouped + log.size() > most) {
      closeGroup();
    }
    group.add(log);
    grouped += log.size() + OPENING;
  }

  private void closeGroup() {
    if (!group.isEmpty()) {
      tasks.add(List.copyOf(group));
      group = new ArrayList<>();
      grouped = 0;
    }
  }
}
