package dev.ringside.summary;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.RedOp;
import java.util.List;
import java.util.Optional;

/**
 * One message size of one communicator, and what is known of it.
 *
 * @param group key of its {@link CommunicatorGroup}
 * @param bytes count × type size, so one rank's share of AllGather and ReduceScatter
 * @param phase empty where nothing tells
 * @param phaseBasis empty exactly where {@code phase} is
 * @param regBuff what a tuner sees: 1 under capture, 0 eager
 * @param numPipeOps what a tuner sees; 1 for a call outside a group
 * @param calls logged calls, all ranks together
 * @param callsPerRank logged calls of the rank that logged most
 * @param ranksSeen ranks that logged the size
 * @param batch tokens of a pass
 * @param callsPerPass calls of this size in one forward pass
 * @param loggedPasses passes that the log shows: warm-ups, captures and eager passes. Never traffic
 * @param choices by count, largest first; empty where no tuning line could be tied to the size
 */
public record MessageRow(
    String group,
    Collective collective,
    DataType dataType,
    RedOp redOp,
    int nRanks,
    int nNodes,
    long bytes,
    Optional<Phase> phase,
    Optional<Basis> phaseBasis,
    int regBuff,
    int numPipeOps,
    long calls,
    long callsPerRank,
    int ranksSeen,
    Optional<Figure> batch,
    Optional<Figure> callsPerPass,
    Optional<Figure> loggedPasses,
    List<ObservedChoice> choices) {
  public MessageRow {
    choices = List.copyOf(choices);
  }
}
