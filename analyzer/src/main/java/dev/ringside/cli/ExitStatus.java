package dev.ringside.cli;

/** Exit statuses of every command. */
enum ExitStatus {
  DONE(0),
  /** A finding is as severe as {@code --fail-on} asks for, or a check did not hold. */
  FINDINGS(1),
  /** Wrong use; also where an input that was named is missing, after the others were reported. */
  USAGE(2),
  NOTHING_READABLE(3),
  /** A fault in ringside itself (EX_SOFTWARE of sysexits.h). */
  FAULT(70);

  private final int code;

  ExitStatus(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
