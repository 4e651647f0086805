package dev.ringside.cli;

import dev.ringside.summary.SummaryPieces;
import dev.ringside.summary.TraceSummary;
import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.ReadOutcome;
import dev.ringside.trace.TraceFiles;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads what a command line names, says on standard error what could not be read, and goes on. */
final class Inputs {
  private static final int LOSSES_SAID = 5;
  private static final int SUMMARY_HEAD = 200;

  private final Terminal terminal;
  private final boolean isQuiet;

  /** What was read, the exit status that the inputs alone ask for, and whether that was nothing. */
  record Read(TraceSummary summary, ExitStatus status, boolean isNothing) {}

  Inputs(Terminal terminal, boolean isQuiet) {
    this.terminal = terminal;
    this.isQuiet = isQuiet;
  }

  /** Traces, and summaries made by {@code inspect --summary} or {@code merge}. */
  Read read(List<Path> named) {
    List<Path> traces = new ArrayList<>();
    TraceSummary summary = TraceSummary.EMPTY;
    int summaries = 0;
    for (Path input : named) {
      if (isSummary(input)) {
        summary = summary.merge(summary(input));
        summaries++;
      } else {
        traces.add(input);
      }
    }
    SummaryPieces pieces = new SummaryPieces();
    ReadOutcome outcome;
    try (ReadProgress progress = ReadProgress.over(traces, terminal, isQuiet, pieces)) {
      outcome = TraceFiles.read(traces, ReadOptions.DEFAULT, progress);
    }
    return concluded(
        named,
        summary.merge(pieces.summary()),
        summaries + outcome.read(),
        outcome.unusable(),
        outcome.missing());
  }

  /**
   * What the inputs as a whole come to; says what is missing.
   *
   * @param usable sources that were read
   * @param unusable sources that are there and could not be read
   */
  Read concluded(
      List<Path> named, TraceSummary summary, int usable, int unusable, List<String> missing) {
    terminal.sayMissing(missing);
    if (usable + unusable + missing.size() == 0) {
      terminal.say(named.get(0).toString(), "no files in it", "name a folder that holds traces");
    }
    boolean isNothing = usable == 0;
    return new Read(summary, status(missing, isNothing), isNothing);
  }

  private static ExitStatus status(List<String> missing, boolean isNothing) {
    if (!missing.isEmpty()) {
      return ExitStatus.USAGE;
    }
    return isNothing ? ExitStatus.NOTHING_READABLE : ExitStatus.DONE;
  }

  /** The first loss of each source that matters, one line a source. */
  void sayLosses(List<Loss> losses) {
    Map<String, String> lines = lossLines(losses);
    lines.values().stream()
        .limit(LOSSES_SAID)
        .forEach(line -> terminal.err().println("ringside: " + line));
    if (lines.size() > LOSSES_SAID) {
      terminal.say(
          "", (lines.size() - LOSSES_SAID) + " more inputs have losses", "see losses in the JSON");
    }
  }

  /** By source. */
  static Map<String, String> lossLines(List<Loss> losses) {
    Map<String, List<Loss>> bySource = new LinkedHashMap<>();
    losses.stream()
        .filter(l -> l.severity() != Severity.INFO && !l.name().equals("missing-input"))
        .forEach(l -> bySource.computeIfAbsent(l.source(), s -> new ArrayList<>()).add(l));
    Map<String, String> lines = new LinkedHashMap<>();
    bySource.forEach((source, all) -> lines.put(source, line(all)));
    return lines;
  }

  private static String line(List<Loss> ofOneSource) {
    Loss first = ofOneSource.get(0);
    String place =
        first.offset() < 0 ? first.source() : first.source() + ": byte " + first.offset();
    String more = ofOneSource.size() == 1 ? "" : " (and " + (ofOneSource.size() - 1) + " more)";
    return UserError.line(place, first.detail() + more, "");
  }

  static boolean isSummary(Path input) {
    if (!Files.isRegularFile(input)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(input)) {
      return new String(in.readNBytes(SUMMARY_HEAD), StandardCharsets.UTF_8)
          .contains('"' + TraceSummary.FORMAT + '"');
    } catch (IOException e) {
      return false; // read as a trace it gets its loss
    }
  }

  static TraceSummary summary(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return TraceSummary.readFrom(in, file.toString());
    } catch (IOException e) {
      throw UserError.usage(file.toString(), "cannot be read", "give a summary file");
    } catch (IllegalArgumentException e) {
      throw UserError.usage("", e.getMessage(), "make it again with 'ringside inspect --summary'");
    }
  }
}
