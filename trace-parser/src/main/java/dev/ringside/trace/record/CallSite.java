package dev.ringside.trace.record;

/**
 * Who wrote a line: a thread of a process on a host, with the device that was current there.
 *
 * @param host as the log spells it; empty where the line names none
 * @param pid process id inside its container; -1 unknown
 * @param tid thread id; -1 unknown
 * @param device the number in brackets, an ordinal inside the process and not a rank; -1 unknown
 * @param rank rank that the writer itself states (profilers, launch labels never count); -1 unknown
 * @param address address of the host that a launcher's prefix names; empty unknown
 * @param label number that mpirun puts in front of the line, often but not always the rank; -1
 *     unknown
 */
public record CallSite(
    String host, long pid, long tid, int device, int rank, String address, int label) {

  /** For formats that say nothing of the writer. */
  public static final CallSite UNKNOWN = new CallSite("", -1, -1, -1, -1);

  /** Without a label. */
  public CallSite(String host, long pid, long tid, int device, int rank, String address) {
    this(host, pid, tid, device, rank, address, -1);
  }

  /** Without an address. */
  public CallSite(String host, long pid, long tid, int device, int rank) {
    this(host, pid, tid, device, rank, "");
  }
}
