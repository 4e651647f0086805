package dev.ringside.trace.record;

/**
 * A communicator is being made or is complete.
 *
 * @param comm pointer
 * @param stage START or COMPLETE
 * @param function API function that made it; empty in releases that do not print it
 * @param rank rank of this process in it
 * @param nRanks its size
 * @param cudaDev device ordinal in the process; -1 unknown
 * @param busId PCI bus id in hexadecimal as printed; empty unknown
 * @param commId hash shared by all ranks; 0 where the line has none (splits from 2.23)
 * @param parent pointer of the communicator that it was split off; 0 for none
 * @param color colour of the split; -1 for none
 * @param splitCount how manieth split of the parent; -1 where not printed
 */
public record CommunicatorInit(
    int site,
    long comm,
    Stage stage,
    String function,
    int rank,
    int nRanks,
    int cudaDev,
    String busId,
    long commId,
    long parent,
    int color,
    int splitCount)
    implements TraceRecord {

  /** Where in its creation the line stands. */
  public enum Stage {
    START,
    COMPLETE
  }
}
