package dev.ringside.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A command that runs as it would without us: same input, output, signals and exit status. */
final class CapturedCommand {
  static final String OUTPUT = "engine.stdout.log";
  static final String ERRORS = "engine.stderr.log";

  /** How long output may still come after the command ended, from processes that it left behind. */
  private static final long PATIENCE_SECONDS = 5;

  private final List<String> command;
  private final Map<String, String> added;
  private final Path folder;
  private final long limit;
  private final boolean limitsNcclFiles;

  /**
   * What became of it.
   *
   * @param status exit status; 128 and the number of the signal that ended it
   * @param remarks copies that lack their end, and why
   */
  record Outcome(int status, List<String> remarks) {}

  CapturedCommand(List<String> command, CaptureEnvironment environment, Path folder, long limit) {
    this.command = command;
    this.added = environment.added();
    this.folder = folder;
    this.limit = limit;
    this.limitsNcclFiles = environment.isFileOurs();
  }

  Outcome run(OutputStream out, OutputStream err) throws IOException, InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    Process[] running = new Process[1];
    Signals.take(List.of("INT", "TERM", "HUP"), name -> forward(name, started, running));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(added);
    Process process = builder.redirectInput(ProcessBuilder.Redirect.INHERIT).start();
    running[0] = process;
    started.countDown();

    PassThrough output =
        new PassThrough(process.getInputStream(), out, folder.resolve(OUTPUT), limit);
    PassThrough errors =
        new PassThrough(process.getErrorStream(), err, folder.resolve(ERRORS), limit);
    List<Thread> pumps = List.of(daemon(output, "stdout"), daemon(errors, "stderr"));
    LogFileLimit files = new LogFileLimit(folder, limit);
    Thread watch = daemon(limitsNcclFiles ? files : () -> {}, "limit");

    int status = process.waitFor();
    for (Thread pump : pumps) {
      pump.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    }
    watch.interrupt();
    watch.join();
    return new Outcome(
        status, remarks(output, errors, limitsNcclFiles ? files.finish() : Set.of()));
  }

  private static void forward(String name, CountDownLatch started, Process[] running) {
    try {
      started.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    // A second interrupt makes servers give up the orderly end that the first one began.
    if (!(name.equals("INT") && Signals.isForeground())) {
      Signals.send(name, running[0].pid());
    }
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, "capture-" + name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private List<String> remarks(PassThrough output, PassThrough errors, Set<Path> cutLogs) {
    List<String> remarks = new ArrayList<>();
    for (PassThrough copy : List.of(output, errors)) {
      if (!copy.problem().isEmpty()) {
        remarks.add(copy.problem());
      }
    }
    List<String> cut = new ArrayList<>();
    if (output.isCut()) {
      cut.add(OUTPUT);
    }
    if (errors.isCut()) {
      cut.add(ERRORS);
    }
    cutLogs.forEach(p -> cut.add(p.getFileName().toString()));
    if (!cut.isEmpty()) {
      remarks.add("cut at the size limit: " + String.join(", ", cut) + "; --limit raises it");
    }
    return remarks;
  }
}
