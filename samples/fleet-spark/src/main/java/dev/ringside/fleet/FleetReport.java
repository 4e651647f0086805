package dev.ringside.fleet;

import dev.ringside.cli.Ringside;
import dev.ringside.summary.TraceSummary;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The logs of a fleet to one report: a summary for each split, merged, then judged once. */
@Command(
    name = "fleet-report",
    mixinStandardHelpOptions = true,
    exitCodeOnExecutionException = FleetReport.FAULT,
    header = "One summary and one report of logs that lie in a folder or an object store.",
    footer = {
      "",
      "Options of 'ringside report' stand behind --, such as: -- --tuner builtin:epyc-turin"
    })
public final class FleetReport implements Callable<Integer> {
  private static final int WRONG_USE = 2;
  private static final int NOTHING_READABLE = 3;

  /** As of the command: a job that failed is no finding. */
  static final int FAULT = 70;

  /** What the job gives the command itself. */
  private static final List<String> OWN_OPTIONS = List.of("--format", "--out", "--follow");

  private static final int MERGE_LEVELS = 3;

  @Parameters(
      paramLabel = "INPUT",
      arity = "1..*",
      description =
          "Files and folders that the cluster reads: s3a://logs/run1, hdfs:///logs, /logs.")
  private List<String> inputs;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Where summary.json and report.json go.")
  private String out;

  @Option(
      names = "--split-mib",
      paramLabel = "MIB",
      defaultValue = "256",
      description = "Text files are cut into ranges of this size (default: ${DEFAULT-VALUE}).")
  private double splitMib;

  private final JavaSparkContext spark;
  private final List<String> reportOptions;
  private final PrintStream console;

  private FleetReport(JavaSparkContext spark, List<String> reportOptions, PrintStream console) {
    this.spark = spark;
    this.reportOptions = reportOptions;
    this.console = console;
  }

  /** Runs under spark-submit, which names the cluster; a failure is the process's exit status. */
  public static void main(String[] args) {
    if (!SplitSummaries.canBeWritten()) {
      System.err.println(
          "fleet-report: Spark's libraries stand before the job's; submit it with"
              + " --conf spark.driver.userClassPathFirst=true"
              + " --conf spark.executor.userClassPathFirst=true");
      System.exit(WRONG_USE);
    }
    int status;
    try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("ringside"))) {
      status = run(spark, System.out, args);
    }
    if (status != 0) {
      System.exit(status);
    }
  }

  /** The exit status, as that of {@code ringside report}. */
  static int run(JavaSparkContext spark, PrintStream console, String... args) {
    List<String> words = Arrays.asList(args);
    int end = words.contains("--") ? words.indexOf("--") : words.size();
    List<String> ofReport = words.subList(Math.min(end + 1, words.size()), words.size());
    return new CommandLine(new FleetReport(spark, ofReport, console))
        .execute(words.subList(0, end).toArray(String[]::new));
  }

  @Override
  public Integer call() throws IOException {
    if (!(splitMib > 0)) {
      console.println("fleet-report: --split-mib " + splitMib + ": give a size above 0");
      return WRONG_USE;
    }
    for (String option : OWN_OPTIONS) {
      if (reportOptions.stream().anyMatch(o -> o.equals(option) || o.startsWith(option + "="))) {
        console.println("fleet-report: " + option + " behind --: the job writes its own files");
        return WRONG_USE;
      }
    }
    LogStore store = new LogStore(spark.hadoopConfiguration());
    List<Split> logs = new ArrayList<>();
    for (String input : inputs) {
      try {
        logs.addAll(store.logs(input));
      } catch (FileNotFoundException e) {
        console.println("fleet-report: " + input + ": no such file or directory; check the path");
        return WRONG_USE;
      }
    }
    if (logs.isEmpty()) {
      console.println("fleet-report: " + inputs.get(0) + ": no files in it");
      return NOTHING_READABLE;
    }
    TraceSummary summary = summary(Splits.of(logs, Math.max(1, Math.round(splitMib * (1 << 20)))));
    Path file =
        store.write(
            out,
            "summary.json",
            to -> {
              summary.writeTo(to);
              to.write('\n');
            });
    return report(summary, file, store);
  }

  private TraceSummary summary(List<List<Split>> tasks) {
    Broadcast<SerializableConfiguration> configuration =
        spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration()));
    byte[] merged =
        spark
            .parallelize(tasks, tasks.size())
            .map(splits -> SplitSummaries.of(splits, configuration.value().value()))
            .treeReduce(SplitSummaries::merged, MERGE_LEVELS);
    return SplitSummaries.summary(merged);
  }

  /** By the command itself, which wants a file of this machine. */
  private int report(TraceSummary summary, Path file, LogStore store) throws IOException {
    if (file.toUri().getScheme().equals("file")) {
      return report(java.nio.file.Path.of(file.toUri().getPath()), store);
    }
    java.nio.file.Path folder = Files.createTempDirectory("ringside-fleet");
    java.nio.file.Path copy = folder.resolve("summary.json");
    try {
      try (var to = Files.newOutputStream(copy)) {
        summary.writeTo(to);
      }
      return report(copy, store);
    } finally {
      Files.deleteIfExists(copy);
      Files.deleteIfExists(folder);
    }
  }

  private int report(java.nio.file.Path summary, LogStore store) throws IOException {
    List<String> command = new ArrayList<>(List.of("report", summary.toString()));
    command.addAll(reportOptions);
    int status = Ringside.run(command, console, console);
    command.addAll(List.of("--format", "json"));
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    Ringside.run(command, json, new ByteArrayOutputStream());
    if (json.size() > 0) {
      store.write(out, "report.json", json::writeTo);
    }
    return status;
  }
}
