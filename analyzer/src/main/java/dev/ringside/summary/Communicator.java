package dev.ringside.summary;

import dev.ringside.trace.record.GraphPattern;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One rank's side of a communicator, with everything its process said while making it.
 *
 * @param group joins the ranks of one communicator, see {@link CommunicatorGroup#key}
 * @param commId hash shared by all ranks; 0 where no line gives it
 * @param rank -1 where no line ties the pointer to a rank
 * @param nRanks -1 unknown
 * @param nNodes -1 unknown
 * @param device ordinal in the process; -1 unknown
 * @param busId hexadecimal as printed; empty unknown
 * @param parent the communicator it was split off, on the same process
 * @param color colour of the split; -1 for none
 * @param started whether its creation was seen to begin
 * @param completed whether its creation was seen to end
 * @param destroyed whether its end was seen
 * @param transports connection lines by transport, in order of name
 * @param transportClass slowest of them
 * @param patterns topology search results, in printed order
 * @param rings rank order by channel, as rank 0 prints it
 * @param collChannels channels for collectives; -1 unknown
 * @param nvlsChannels -1 unknown
 * @param threadThresholds bytes a thread: Tree LL/LL128/Simple, Ring LL/LL128/Simple, then CollNet;
 *     empty unknown
 * @param costs the printed cost table; only rank 0 prints it
 */
public record Communicator(
    CommunicatorId id,
    String group,
    long commId,
    int rank,
    int nRanks,
    int nNodes,
    int device,
    String busId,
    Optional<CommunicatorId> parent,
    int color,
    boolean started,
    boolean completed,
    boolean destroyed,
    Map<String, Long> transports,
    Optional<TransportClass> transportClass,
    List<GraphPattern> patterns,
    List<List<Integer>> rings,
    int collChannels,
    int nvlsChannels,
    List<Long> threadThresholds,
    Optional<PrintedCosts> costs) {
  public Communicator {
    patterns = List.copyOf(patterns);
    rings = List.copyOf(rings);
    threadThresholds = List.copyOf(threadThresholds);
    transports = Collections.unmodifiableMap(new LinkedHashMap<>(transports));
  }
}
