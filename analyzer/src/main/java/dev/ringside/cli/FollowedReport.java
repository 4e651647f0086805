package dev.ringside.cli;

import dev.ringside.report.Plain;
import dev.ringside.summary.SummaryPieces;
import dev.ringside.summary.TraceSummary;
import dev.ringside.summary.Traffic;
import dev.ringside.trace.FollowedFiles;
import dev.ringside.trace.Forgotten;
import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.TraceFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A report of inputs that something writes to, made anew when they say something new, until a
 * signal ends it.
 */
final class FollowedReport {
  /** Of all the time at most this part is spent on looking: the host has a server to run. */
  private static final int SHARE = 4;

  /** Remarks that are shown under a report. */
  private static final int REMARKS = 3;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

  private static final String HOME_AND_CLEAR = "\u001b[H\u001b[2J";

  private final Terminal terminal;
  private final ReportJudge judge;
  private final ReportOutput output;
  private final long intervalNs;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final SummaryPieces pieces = new SummaryPieces();
  private final KnownLines lines = new KnownLines();
  private final Deque<String> remarks = new ArrayDeque<>();
  private final Set<String> saidOf = new HashSet<>();
  private TraceSummary given = TraceSummary.EMPTY;
  private int givenSummaries;
  private String last = "";

  FollowedReport(
      Terminal terminal, ReportJudge judge, ReportOutput output, double intervalSeconds) {
    this.terminal = terminal;
    this.judge = judge;
    this.output = output;
    this.intervalNs = Math.round(intervalSeconds * TimeUnit.SECONDS.toNanos(1));
  }

  /** Follows until INT or TERM; then what all inputs come to, as a plain report reads them. */
  Inputs.Read follow(List<Path> named, Inputs reader) {
    FollowedFiles files = files(named);
    Signals.take(List.of("INT", "TERM"), this::stop);
    begin();
    while (!isStopped() && !terminal.isClosed()) {
      long begin = System.nanoTime();
      if (files.look(pieces, this::forget).isChanged()) {
        show();
      }
      pause(System.nanoTime() - begin);
    }
    FollowedFiles.Look end = files.finish(pieces, this::forget);
    Inputs.Read read = read(named, reader, end.missing());
    if (canRedraw()) {
      terminal.out().print(HOME_AND_CLEAR);
    } else if (!read.isNothing()) {
      announce();
    }
    return read;
  }

  private Inputs.Read read(List<Path> named, Inputs reader, List<String> missing) {
    TraceSummary followed = pieces.summary().closed();
    int unusable = (int) followed.sources().stream().filter(s -> s.source().cannotBeRead()).count();
    return reader.concluded(
        named,
        given.merge(followed),
        givenSummaries + followed.sources().size() - unusable,
        unusable - missing.size(),
        missing);
  }

  private FollowedFiles files(List<Path> named) {
    List<Path> growing = new ArrayList<>();
    for (Path input : named) {
      if (input.equals(TraceFiles.STANDARD_INPUT)) {
        throw UserError.usage("-", "standard input cannot be followed", "leave out --follow");
      }
      if (Files.notExists(input)) {
        throw UserError.usage(input.toString(), "no such file or directory", "make it first");
      }
      if (Inputs.isSummary(input)) {
        given = given.merge(Inputs.summary(input));
        givenSummaries++;
      } else {
        growing.add(input);
      }
    }
    return new FollowedFiles(growing, ReadOptions.DEFAULT);
  }

  private void begin() {
    if (canRedraw()) {
      draw(List.of());
    } else {
      remark("following; Ctrl-C or SIGTERM ends with the whole report");
    }
  }

  /** The first signal ends it in order, a second one at once, as if nothing caught it. */
  private void stop(String signal) {
    if (isStopped()) {
      System.exit(128 + (signal.equals("INT") ? 2 : 15));
    }
    stop.countDown();
  }

  private boolean isStopped() {
    return stop.getCount() == 0;
  }

  private void pause(long lookNs) {
    try {
      stop.await(Math.max(intervalNs, lookNs * (SHARE - 1)), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stop.countDown();
    }
  }

  private TraceSummary summary() {
    return given.merge(pieces.summary().closed());
  }

  private void forget(Forgotten source) {
    pieces.forget(source.source());
    lines.forget(source.source());
    saidOf.remove(source.source());
    if (!source.why().isEmpty()) {
      remark(UserError.line(source.source(), source.why(), ""));
    }
  }

  private void show() {
    TraceSummary summary = summary();
    Traffic traffic = judge.traffic(summary);
    Inputs.lossLines(traffic.losses())
        .forEach(
            (source, line) -> {
              if (saidOf.add(source)) {
                remark(line);
              }
            });
    boolean isNothing = summary.sources().stream().allMatch(s -> s.source().cannotBeRead());
    try {
      if (!isNothing) {
        renew(output.shown(judge.judged(summary, traffic, lines).input()));
      } else if (canRedraw()) {
        draw(List.of());
      }
    } catch (IOException e) {
      // A full disk may have room again when the next thing is written.
      remark(UserError.line("", "cannot write the report: " + e.getMessage(), ""));
    }
  }

  private void renew(ReportOutput.Shown shown) throws IOException {
    boolean isNew = !shown.text().equals(last);
    if (isNew) {
      output.writeFiles(shown);
    }
    if (canRedraw()) {
      draw(shown.text().lines().toList());
    } else if (isNew) {
      announce();
      output.print(shown);
    }
    last = shown.text();
  }

  /** Reports in a row need something between them; JSON does not. */
  private void announce() {
    if (output.result().isText()) {
      terminal.out().println("---- " + now());
    }
  }

  private boolean canRedraw() {
    return terminal.canRedraw() && output.result().isText();
  }

  /** As much of the report as the screen takes; the rest comes at the end. */
  private void draw(List<String> report) {
    List<String> below = new ArrayList<>();
    below.add("");
    remarks.forEach(r -> below.add("ringside: " + r));
    int room = terminal.height() - below.size() - 1;
    int shown = terminal.height() == 0 ? report.size() : Math.min(report.size(), room);
    String rest =
        shown == report.size() ? "" : ", " + (report.size() - shown) + " lines more at the end";
    below.add("ringside: as of " + now() + rest + "; Ctrl-C ends");
    StringBuilder frame = new StringBuilder(HOME_AND_CLEAR);
    report.subList(0, Math.max(0, shown)).forEach(l -> frame.append(l).append('\n'));
    terminal.out().print(frame.append(String.join("\n", below)));
    terminal.out().flush();
  }

  private void remark(String text) {
    if (output.result().isQuiet()) {
      return;
    }
    if (!canRedraw()) {
      terminal.err().println("ringside: " + Plain.line(text));
      return;
    }
    remarks.addLast(text);
    if (remarks.size() > REMARKS) {
      remarks.removeFirst();
    }
  }

  private static String now() {
    return LocalDateTime.now(ZoneId.systemDefault()).format(TIME);
  }
}
