package dev.ringside.cli;

import dev.ringside.report.Plain;

/** Something a person has to put right, as one line: place, what is wrong, what to do. */
final class UserError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ExitStatus status;

  UserError(ExitStatus status, String place, String what, String remedy) {
    super(line(place, what, remedy));
    this.status = status;
  }

  static UserError usage(String place, String what, String remedy) {
    return new UserError(ExitStatus.USAGE, place, what, remedy);
  }

  ExitStatus status() {
    return status;
  }

  /** {@code place: what; remedy}, made harmless for a terminal. */
  static String line(String place, String what, String remedy) {
    String start = place.isEmpty() ? what : place + ": " + what;
    return Plain.line(remedy.isEmpty() ? start : start + "; " + remedy);
  }
}
