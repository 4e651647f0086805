package dev.ringside.summary;

import java.util.List;
import java.util.Optional;

/**
 * A communicator as all its ranks see it.
 *
 * @param key stable inside one {@link Traffic}; {@code 0x} and the commId where there is one
 * @param members one a rank that the inputs show, by rank
 * @param nRanks -1 unknown
 * @param nNodes -1 unknown
 * @param ranksSeen how many ranks the inputs show
 * @param transportClass slowest connection of any member
 * @param costs the cost table that its rank 0 printed
 * @param rankSet joins communicators over the same ranks, such as the eager and the graph
 *     communicator of one tensor-parallel group; equal to {@code key} of the first of them
 */
public record CommunicatorGroup(
    String key,
    List<CommunicatorId> members,
    int nRanks,
    int nNodes,
    int ranksSeen,
    Optional<TransportClass> transportClass,
    Optional<PrintedCosts> costs,
    String rankSet) {

  public CommunicatorGroup {
    members = List.copyOf(members);
  }

  /** Whether calls move no data. */
  public boolean isOneRank() {
    return nRanks == 1;
  }
}
