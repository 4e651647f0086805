package dev.ringside.baseline;

/**
 * What to expect of one kind of link.
 *
 * @param fabric name, such as {@code nvlink-4} or {@code network}
 * @param isOneNode whether it holds inside a node, or between nodes
 * @param gpuWords words of which one must stand in the GPU's name; {@code *} for any
 * @param minRanks fewest ranks it was stated for
 * @param unit what the figures count
 * @param healthy at least so much
 * @param poor below it a fault is likely
 * @param why where the figures come from
 */
public record HealthLimit(
    String fabric,
    boolean isOneNode,
    String gpuWords,
    int minRanks,
    Unit unit,
    double healthy,
    double poor,
    String why) {

  /** What a limit's figures count. */
  public enum Unit {
    /** Bus bandwidth in GB/s. */
    GBS("GB/s"),
    /** Bus bandwidth as a share of the rates of a node's network devices. */
    SHARE("share"),
    /** Bus bandwidth of the larger as a share of that of the smaller number of nodes. */
    RATIO("ratio");

    private final String word;

    Unit(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }

  boolean isFor(String gpu) {
    if (gpuWords.equals("*")) {
      return true;
    }
    for (String word : gpuWords.split("\\|", -1)) {
      if ((" " + gpu.replace('-', ' ') + " ").contains(" " + word + " ")) {
        return true;
      }
    }
    return false;
  }
}
