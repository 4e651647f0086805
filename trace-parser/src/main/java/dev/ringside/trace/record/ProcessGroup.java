package dev.ringside.trace.record;

import java.util.List;

/**
 * A process group of PyTorch, as traces and flight-recorder dumps describe it.
 *
 * @param comm the number that the calls of this piece carry as their communicator
 * @param name PyTorch's internal name
 * @param description such as {@code tp} or {@code default_pg}; empty where not said
 * @param nRanks size; -1 unknown
 * @param ranks global ranks; cut behind 30 by some releases
 * @param lastEnqueued sequence number of the last call issued; -1 unknown
 * @param lastStarted -1 unknown, also where start times are not recorded
 * @param lastCompleted -1 unknown
 */
public record ProcessGroup(
    int site,
    long comm,
    String name,
    String description,
    int nRanks,
    List<Integer> ranks,
    long lastEnqueued,
    long lastStarted,
    long lastCompleted)
    implements TraceRecord {

  public ProcessGroup {
    ranks = List.copyOf(ranks);
  }
}
