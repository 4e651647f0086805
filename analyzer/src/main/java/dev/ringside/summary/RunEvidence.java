package dev.ringside.summary;

/**
 * Lengths of the closed runs of one message. A run is a row of calls of a communicator that differ
 * in nothing.
 *
 * @param runs number of closed runs
 * @param divisor greatest common divisor of their lengths; 0 without runs
 * @param shortest 0 without runs
 * @param longest 0 without runs
 * @param marked runs that another collective ended, rather than another size or stream
 */
public record RunEvidence(long runs, long divisor, long shortest, long longest, long marked) {

  public static final RunEvidence NONE = new RunEvidence(0, 0, 0, 0, 0);

  public static RunEvidence of(long length, boolean isMarked) {
    return new RunEvidence(1, length, length, length, isMarked ? 1 : 0);
  }

  public RunEvidence merge(RunEvidence other) {
    if (runs == 0) {
      return other;
    }
    if (other.runs == 0) {
      return this;
    }
    return new RunEvidence(
        runs + other.runs,
        gcd(divisor, other.divisor),
        Math.min(shortest, other.shortest),
        Math.max(longest, other.longest),
        marked + other.marked);
  }

  /** {@code other} where it says the same: ranks log alike, and a summary keeps many of these. */
  RunEvidence orSame(RunEvidence other) {
    boolean isSame =
        runs == other.runs
            && divisor == other.divisor
            && shortest == other.shortest
            && longest == other.longest
            && marked == other.marked;
    return isSame ? other : this;
  }

  /** Greatest common divisor; 0 is neutral. */
  static long gcd(long a, long b) {
    while (b != 0) {
      long rest = a % b;
      a = b;
      b = rest;
    }
    return a;
  }
}
