package dev.ringside.summary;

/**
 * How much one source may put into a summary. What is over a limit is counted, named in a loss, and
 * kept out in a way that does not depend on where the source was cut: either the smallest keys stay
 * (AllReduce first, then by size), or the first lines of their kind and thread.
 */
public final class SummaryLimits {
  /** Distinct messages of all communicators together; at about 200 bytes each. */
  public static final int MESSAGES = 1 << 15;

  /** Distinct combinations of size and choice in tuning lines. */
  public static final int TUNED_SIZES = 1 << 14;

  /** Communicators that one process may make at one pointer before they are taken as one. */
  public static final int INCARNATIONS = 1 << 10;

  /** Communicator pointers of all processes together. */
  public static final int POINTERS = 1 << 13;

  /** Threads of all processes together whose choices are followed. */
  public static final int THREADS = 1 << 13;

  /** Rare lines of one kind and one thread, lines that make or end a communicator excepted. */
  public static final int RARE_LINES = 1 << 12;

  /** Lines that make or end a communicator, of one thread. */
  public static final int INIT_LINES = 1 << 12;

  /** Rare lines of all threads together. */
  public static final int ALL_RARE_LINES = 1 << 15;

  /** Kinds and threads of which it is counted how many rare lines were not kept. */
  public static final int UNKEPT_SLOTS = 1 << 12;

  /** Runs of equal calls that are kept to be shown, a communicator. */
  public static final int SHOWN_RUNS = 16;

  /** Latest calls of a thread that a tuning line may belong to. */
  public static final int PENDING_CALLS = 64;

  /** First tuning lines behind a group of calls that are tied to them. */
  public static final int PENDING_CHOICES = 64;

  /** Distinct engine status lines. */
  public static final int BATCHES = 1 << 14;

  /** Distinct connections. */
  public static final int CONNECTIONS = 1 << 14;

  /** Losses that are kept with their place. */
  public static final int LOSSES = 64;

  private SummaryLimits() {}
}
