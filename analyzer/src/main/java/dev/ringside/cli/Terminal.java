package dev.ringside.cli;

import dev.ringside.report.Style;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Where output goes and what it can show.
 *
 * @param out standard output, text
 * @param err standard error, text
 * @param bytes standard output for machine-readable output, which is UTF-8 whatever the locale
 * @param isOutTerminal whether standard output is a terminal
 * @param isErrTerminal whether standard error is a terminal
 * @param canUnicode whether {@code out} shows block characters
 * @param width columns of the terminal
 * @param height rows of the terminal; 0 unknown
 * @param environment variables of the process
 */
record Terminal(
    PrintWriter out,
    PrintWriter err,
    OutputStream bytes,
    boolean isOutTerminal,
    boolean isErrTerminal,
    boolean canUnicode,
    int width,
    int height,
    Map<String, String> environment) {

  private static final int USUAL_WIDTH = 100;
  private static final int NARROWEST = 60;

  /** When to colour. */
  enum Color {
    AUTO,
    ALWAYS,
    NEVER
  }

  /**
   * The terminal of this process. Java cannot ask whether a stream is a terminal, so the launcher
   * does and says so in system properties.
   */
  static Terminal ofProcess(StandardOutput out) {
    Charset charset = charset();
    return new Terminal(
        writer(out, charset),
        writer(System.err, charset),
        out,
        Boolean.getBoolean("ringside.stdout.terminal"),
        Boolean.getBoolean("ringside.stderr.terminal"),
        charset.newEncoder().canEncode('\u2588'),
        Math.max(NARROWEST, Integer.getInteger("ringside.width", USUAL_WIDTH)),
        Integer.getInteger("ringside.height", 0),
        System.getenv());
  }

  /** No terminal: two streams of UTF-8. */
  static Terminal ofStreams(OutputStream out, OutputStream err) {
    return new Terminal(
        writer(out, StandardCharsets.UTF_8),
        writer(err, StandardCharsets.UTF_8),
        out,
        false,
        false,
        true,
        USUAL_WIDTH,
        0,
        Map.of());
  }

  private static Charset charset() {
    String name =
        Optional.ofNullable(System.getProperty("stdout.encoding"))
            .or(() -> Optional.ofNullable(System.getProperty("sun.stdout.encoding")))
            .or(() -> Optional.ofNullable(System.getProperty("native.encoding")))
            .orElse("UTF-8");
    return Charset.isSupported(name) ? Charset.forName(name) : StandardCharsets.UTF_8;
  }

  private static PrintWriter writer(OutputStream to, Charset charset) {
    return new PrintWriter(new OutputStreamWriter(to, charset), true);
  }

  /** One line on standard error: place, what is wrong, what to do. */
  void say(String place, String what, String remedy) {
    err.println("ringside: " + UserError.line(place, what, remedy));
  }

  /** Says which inputs do not exist; the others are read. */
  void sayMissing(List<String> inputs) {
    inputs.forEach(i -> say(i, "no such file or directory", "check the path"));
  }

  Style style(Color color) {
    return new Style(hasColor(color), canUnicode, width);
  }

  // NO_COLOR counts where it is set and not empty (no-color.org).
  private boolean hasColor(Color color) {
    boolean isAsked =
        isOutTerminal && environment.getOrDefault("NO_COLOR", "").isEmpty() && !isDumb();
    return color == Color.ALWAYS || (color == Color.AUTO && isAsked);
  }

  private boolean isDumb() {
    return environment.getOrDefault("TERM", "dumb").toLowerCase(Locale.ROOT).equals("dumb");
  }

  /** Whether what standard output shows can be drawn over. */
  boolean canRedraw() {
    return isOutTerminal && !isDumb();
  }

  /** Whether nobody reads standard output any more. */
  boolean isClosed() {
    out.flush();
    return bytes instanceof StandardOutput output && output.failure().isPresent();
  }
}
