package dev.ringside.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.cli.Ringside;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The job on two workers of Spark's local mode, beside the command on this machine. */
class FleetReportTest {
  private static JavaSparkContext spark;
  private static final AtomicInteger FAILED_TASKS = new AtomicInteger();
  private static final AtomicInteger TASKS = new AtomicInteger();

  @TempDir private Path dir;
  private Path logs;
  private final ByteArrayOutputStream console = new ByteArrayOutputStream();

  @BeforeAll
  static void start() {
    SparkConf conf =
        new SparkConf()
            .setMaster("local[2,3]") // two workers, three attempts a task
            .setAppName("test")
            .set("spark.ui.enabled", "false")
            .set("spark.driver.bindAddress", "127.0.0.1")
            .set("spark.driver.host", "127.0.0.1");
    spark = new JavaSparkContext(conf);
    spark.hadoopConfiguration().set("fs.file.impl", FlakyFileSystem.class.getName());
    spark.hadoopConfiguration().set("fs.file.impl.disable.cache", "true");
    spark
        .sc()
        .addSparkListener(
            new SparkListener() {
              @Override
              public void onTaskEnd(SparkListenerTaskEnd end) {
                TASKS.incrementAndGet();
                if (!end.taskInfo().successful()) {
                  FAILED_TASKS.incrementAndGet();
                }
              }
            });
  }

  @AfterAll
  static void stop() {
    spark.close();
  }

  /** Logs of two ranks in a folder, another run below it, one of them compressed, one empty. */
  @BeforeEach
  void copyLogs() throws IOException {
    logs = Files.createDirectories(dir.resolve("logs/second")).getParent();
    Path samples = samples();
    for (String name : List.of("nccl.node01.rank0.log", "nccl.node01.rank1.log")) {
      Files.copy(samples.resolve("h200-tp2-shm/log/" + name), logs.resolve(name));
    }
    Path other = samples.resolve("qwen3.5-397b-tp4/log");
    Files.copy(other.resolve("sglang.log"), logs.resolve("second/sglang.log"));
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(logs.resolve("second/nccl.rank0.log.gz")))) {
      Files.copy(other.resolve("nccl.rank0.log"), out);
    }
    Files.createFile(logs.resolve("second/nccl.rank1.log"));
  }

  @AfterEach
  void repair() {
    FlakyFileSystem.STREAMS_TO_BREAK.set(0);
  }

  private static Path samples() {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.exists(at.resolve("ringside"))) {
      at = at.getParent();
    }
    return at.resolve("samples");
  }

  private int job(String... more) {
    List<String> args = new ArrayList<>(List.of(logs.toString(), "--out", dir + "/out"));
    args.addAll(List.of(more));
    return FleetReport.run(
        spark, new PrintStream(console, true, StandardCharsets.UTF_8), args.toArray(String[]::new));
  }

  private byte[] ofThisMachine() throws IOException {
    Path summary = dir.resolve("single.json");
    ringside("inspect", logs.toString(), "--summary", summary.toString());
    return Files.readAllBytes(summary);
  }

  private static byte[] ringside(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(Ringside.run(List.of(args), out, new ByteArrayOutputStream())).isZero();
    return out.toByteArray();
  }

  /** From one range a file, over cuts through the middle of records, to hundreds of ranges. */
  @ParameterizedTest
  @ValueSource(strings = {"256", "0.3", "0.05", "0.0037"})
  void theSummaryIsThatOfOneMachineByteForByte(String splitMib) throws IOException {
    assertThat(job("--split-mib", splitMib)).isZero();

    assertThat(dir.resolve("out/summary.json")).hasBinaryContent(ofThisMachine());
  }

  @Test
  void theReportIsThatOfTheCommandByteForByte() throws IOException {
    assertThat(job("--split-mib", "0.1", "--", "--tuner", "builtin:epyc-turin")).isZero();

    String summary = dir.resolve("out/summary.json").toString();
    String[] report = {"report", summary, "--tuner", "builtin:epyc-turin"};
    assertThat(console.toByteArray()).endsWith(ringside(report));
    assertThat(dir.resolve("out/report.json"))
        .hasBinaryContent(
            ringside("report", summary, "--tuner", "builtin:epyc-turin", "--format", "json"));
  }

  @Test
  void aTaskWhoseStoreBreaksIsTriedAgainAndChangesNothing() throws IOException {
    FAILED_TASKS.set(0);
    FlakyFileSystem.STREAMS_TO_BREAK.set(2);

    assertThat(job("--split-mib", "0.2")).isZero();

    assertThat(dir.resolve("out/summary.json")).hasBinaryContent(ofThisMachine());
    awaitListener();
    assertThat(FAILED_TASKS).hasPositiveValue();
  }

  /** Events come after the job's end, in order: those of a later job bring the earlier ones. */
  private static void awaitListener() {
    int before = TASKS.get();
    while (TASKS.get() == before) {
      spark.parallelize(List.of(1), 1).count();
    }
  }

  @Test
  void aStoreThatStaysBrokenFailsTheJobAndLeavesTheOldSummary() throws IOException {
    Path old = dir.resolve("out/summary.json");
    Files.createDirectories(old.getParent());
    Files.writeString(old, "old");
    FlakyFileSystem.STREAMS_TO_BREAK.set(Integer.MAX_VALUE);

    assertThat(job("--split-mib", "0.2")).isEqualTo(FleetReport.FAULT);

    assertThat(old).hasContent("old");
  }

  @Test
  void aClassPathWithOurAnnotationsWillDo() {
    assertThat(SplitSummaries.canBeWritten()).isTrue();
  }

  @Test
  void nothingIsLeftBesideTheResults() throws IOException {
    assertThat(job()).isZero();
    assertThat(job()).isZero();

    try (Stream<Path> files = Files.list(dir.resolve("out"))) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder("summary.json", "report.json");
    }
  }

  @Test
  void anInputThatIsMissingIsWrongUseAndAnEmptyFolderIsNothing() throws IOException {
    Files.createDirectory(dir.resolve("nothing"));
    PrintStream out = new PrintStream(console, true, StandardCharsets.UTF_8);

    assertThat(FleetReport.run(spark, out, dir + "/none", "--out", dir + "/out")).isEqualTo(2);
    assertThat(console.toString(StandardCharsets.UTF_8)).contains("none: no such file");
    assertThat(FleetReport.run(spark, out, dir + "/nothing", "--out", dir + "/out")).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--split-mib 0", "--split-mib -1", "-- --format json", "-- --out=x"})
  void whatMakesNoSenseIsRefused(String options) {
    assertThat(job(options.split(" "))).isEqualTo(2);

    assertThat(dir.resolve("out")).doesNotExist();
  }

  @Test
  void shortLogsShareATaskAndLongOnesAreCut() {
    List<Split> whole = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      whole.add(new Split("s" + i, "s" + i, 1 << 20, 0, 1 << 20));
    }
    whole.add(new Split("z", "z", 100L << 20, 0, 100L << 20));

    List<List<Split>> tasks = Splits.of(whole, 40L << 20);

    assertThat(tasks.stream().flatMap(List::stream).filter(s -> s.name().startsWith("s")))
        .containsExactlyElementsOf(whole.subList(0, 10));
    assertThat(tasks.stream().filter(t -> t.get(0).name().equals("z")).map(t -> t.get(0).to()))
        .containsExactly(40L << 20, 80L << 20, 100L << 20);
    assertThat(tasks).hasSize(5);
  }
}
