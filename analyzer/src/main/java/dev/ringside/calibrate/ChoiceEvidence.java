package dev.ringside.calibrate;

/** What says which algorithm and protocol a sweep forced, the most direct first. */
public enum ChoiceEvidence {
  /** The person who named the file on the command line. */
  OPTION("option"),
  /** The file's own columns. */
  ROWS("rows"),
  /** The environment that a JSON result holds. */
  ENVIRONMENT("environment"),
  /** NCCL's echo of its variables, or its per-call tuning lines. */
  NCCL_LINES("nccl-lines"),
  /** The command that started the benchmark. */
  COMMAND_LINE("command-line"),
  /** Whole words of the file's name. */
  FILE_NAME("file-name"),
  /** Nothing: taken for NCCL's own choice. */
  NONE("none");

  private final String word;

  ChoiceEvidence(String word) {
    this.word = word;
  }

  /** As reports print it. */
  public String word() {
    return word;
  }
}
