package dev.ringside.summary;

import java.util.Comparator;

/**
 * One rank's side of a communicator. Pointers are reused and process ids repeat between containers,
 * so all five parts are needed.
 *
 * @param source the input that shows it
 * @param host as the log spells it, with {@code @} and its address where a launcher names that;
 *     empty where it names none
 * @param pid process id inside its container; -1 unknown
 * @param comm communicator pointer, or the hash of formats without pointers
 * @param incarnation how manieth communicator of this process at the pointer, from 1; 0 where the
 *     log does not show its creation
 */
public record CommunicatorId(String source, String host, long pid, long comm, int incarnation)
    implements Comparable<CommunicatorId> {

  private static final Comparator<CommunicatorId> ORDER =
      Comparator.comparing(CommunicatorId::source)
          .thenComparing(CommunicatorId::host)
          .thenComparingLong(CommunicatorId::pid)
          .thenComparingLong(CommunicatorId::comm)
          .thenComparingInt(CommunicatorId::incarnation);

  @Override
  public int compareTo(CommunicatorId other) {
    return ORDER.compare(this, other);
  }
}
