package dev.ringside.trace.io;

/**
 * What a launcher or log collector wrote in front of a line: Ray, vLLM, mpirun, srun, docker,
 * compose, Kubernetes, syslog, journald, Loki, parallel shells.
 *
 * @param process name that the launcher gives the process, such as {@code RayWorkerWrapper} or
 *     {@code Worker_TP0}; empty unknown
 * @param pid process id that it names; -1 unknown
 * @param address address of the host that it names; empty unknown
 * @param label number that mpirun gives the process, often but not always its rank; -1 unknown
 */
public record ForeignPrefix(String process, long pid, String address, int label) {

  /** Nothing in front. */
  public static final ForeignPrefix NONE = new ForeignPrefix("", -1, "", -1);
}
