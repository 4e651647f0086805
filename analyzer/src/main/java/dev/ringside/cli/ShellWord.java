package dev.ringside.cli;

/** Words as a POSIX shell reads them back. */
final class ShellWord {
  private ShellWord() {}

  static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
