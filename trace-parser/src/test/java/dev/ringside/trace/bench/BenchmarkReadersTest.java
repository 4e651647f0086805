package dev.ringside.trace.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ringside.trace.PieceSinks;
import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.SharedData;
import dev.ringside.trace.TraceFiles;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.BenchmarkNote;
import dev.ringside.trace.record.BenchmarkRow;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.StepRow;
import dev.ringside.trace.record.TraceRecord;
import dev.ringside.trace.record.TraceSink;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BenchmarkReadersTest {

  private static RecordingSink read(byte[] content, long pieceBytes) {
    Map<Long, RecordingSink> pieces = new TreeMap<>();
    PieceSinks sinks =
        new PieceSinks() {
          @Override
          public TraceSink open(Source source, long from) {
            RecordingSink sink = new RecordingSink();
            synchronized (pieces) {
              pieces.put(from, sink);
            }
            return sink;
          }

          @Override
          public void close(TraceSink sink, Source source, long from, long to, boolean last) {}
        };
    ReadOptions options = ReadOptions.DEFAULT.withPieceBytes(pieceBytes);
    TraceFiles.read(
        List.of(TraceFiles.STANDARD_INPUT), options, sinks, new ByteArrayInputStream(content));
    RecordingSink all = new RecordingSink();
    pieces.values().forEach(p -> all.events().addAll(p.events()));
    return all;
  }

  private static RecordingSink read(String text) {
    return read(text.getBytes(StandardCharsets.UTF_8), 1 << 20);
  }

  private static List<BenchmarkRun> runs(RecordingSink sink) {
    BenchmarkRuns runs = new BenchmarkRuns();
    sink.all(TraceRecord.class).forEach(runs::accept);
    return runs.finish();
  }

  private static BenchmarkRun only(RecordingSink sink) {
    List<BenchmarkRun> runs = runs(sink);
    assertThat(runs).hasSize(1);
    return runs.get(0);
  }

  @Test
  void oneDeviceListAndTwoCollectivesInOneFileAreTwoRuns() {
    String text =
        """
        # nccl-tests version 2.19.6 nccl-headers=22809 nccl-library=22809
        # Collective test starting: all_gather_perf
        # nThread 1 nGpus 2 minBytes 1024 maxBytes 1024 step: 2(factor) warmup iters: 1 iters: 20 agg iters: 1 validation: 1 graph: 20
        #  Rank  0 Group  0 Pid  17 on  node1 device  0 [0000:00:06] NVIDIA H200
        #  Rank  1 Group  0 Pid  17 on  node1 device  1 [0000:00:07] NVIDIA H200
        #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
                1024           128     float    none      -1    21.63    0.05    0.02       0    21.75    0.05    0.02       2
        # Out of bounds values : 2 FAILED
        # Avg bus bandwidth    : 0.02
        # Collective test concluded: all_gather_perf
        # Collective test starting: all_reduce_perf
        #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
                1024           256     float     sum      -1    21.63    0.05    0.05       0    21.75    0.05    0.05       0
        # Out of bounds values : 0 OK
        # Avg bus bandwidth    : 0.05
        """;
    List<BenchmarkRun> runs = runs(read(text));

    assertThat(runs).hasSize(2);
    assertThat(runs)
        .extracting(r -> r.test().orElseThrow())
        .containsExactly("all_gather", "all_reduce");
    assertThat(runs).extracting(r -> r.wrongTotal().orElse(-1)).containsExactly(2L, 0L);
    assertThat(runs.get(0).nRanks()).hasValue(2);
    assertThat(runs.get(0).nNodes()).hasValue(1);
    assertThat(runs.get(0).gpu()).contains("NVIDIA H200");
    assertThat(runs.get(0).note("nccl")).contains("2.28.9");
    assertThat(runs.get(0).isGraph()).contains(true);
  }

  private static String alone(int pid, int most) {
    return """
        # nThread 1 nGpus 1 minBytes 1024 maxBytes %d step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
        #  Rank  0 Group  0 Pid %6d on   gpubox device  0 [0x0f] NVIDIA A100-SXM4-80GB
        #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                1024           256     float     sum      -1     6.10    0.17    0.00      0     0.30    3.41    0.00      0
        # Out of bounds values : 0 OK
        # Avg bus bandwidth    : 0
        """
        .formatted(most, pid);
  }

  @Test
  void outputsOfRankZeroOneBehindAnotherAreOneJobWithoutMpi() {
    BenchmarkRun run = only(read(alone(31, 1024) + alone(32, 1024) + alone(33, 1024)));
    assertThat(run.independentJobs()).isEqualTo(3);
    assertThat(run.nRanks()).hasValue(1);
    assertThat(run.nNodes()).hasValue(1);
    assertThat(run.rows()).hasSize(3);
    assertThat(run.wrongTotal()).hasValue(0);
  }

  @Test
  void outputsWithOtherSettingsAreRunsOfTheirOwn() {
    assertThat(runs(read(alone(31, 1024) + alone(32, 2048)))).hasSize(2);
    assertThat(runs(read(alone(31, 1024) + alone(31, 1024)))).hasSize(2);
  }

  @Test
  void rowsTornByOtherWritersAreAssembled() {
    List<TraceRecord> records = new ArrayList<>();
    for (String piece : List.of("64 16 float sum -1", "62.11 0.00 0.00 0", "61.58 0.00 0.00 0")) {
      records.add(new dev.ringside.trace.record.BenchmarkRowPart(piece));
    }
    records.add(new dev.ringside.trace.record.BenchmarkRowPart("128 32 float sum -1 3.5"));
    BenchmarkRuns runs = new BenchmarkRuns();
    records.forEach(runs::accept);
    BenchmarkRun run = runs.finish().get(0);

    assertThat(run.rows()).hasSize(1);
    assertThat(run.rows().get(0).inPlaceUs()).isEqualTo(61.58);
    assertThat(run.tornRows()).isEqualTo(1);
  }

  /** Columns of numbers may each begin a row; none of them becomes whole. */
  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aTableOfOtherNumbersIsNoEndlessRow() {
    assertThat(runs(read("17 20 0.5 0.6 3\n".repeat(20_000))))
        .allSatisfy(run -> assertThat(run.rows()).isEmpty());
  }

  @Test
  void aRowCutAnywhereBehindItsSizeIsItselfAgainOrNone() {
    String row =
        "       65536         16384     float     sum      -1    351.2    0.19    0.36      0    345.6"
            + "    0.18    0.35      2";
    BenchmarkRow whole = only(read(row + "\n")).rows().get(0);
    for (String prefix : List.of("", "[1,0]<stdout>:", "[0] ")) {
      int found = 0;
      for (int cut = 13; cut < row.length(); cut++) {
        String record = "node01:497937:497937 [0] NCCL INFO Using network IB\n";
        String text =
            prefix + row.substring(0, cut) + prefix + record + prefix + row.substring(cut) + "\n";
        List<BenchmarkRow> rows =
            runs(read(text)).stream().flatMap(r -> r.rows().stream()).toList();
        assertThat(rows)
            .as("%s cut at %d", prefix, cut)
            .allSatisfy(
                r ->
                    assertThat(r)
                        .usingRecursiveComparison()
                        .ignoringFields("redOp", "root") // what runs into a host may be its own
                        .isEqualTo(whole));
        found += rows.size();
      }
      // A digit that runs into the host's name is not always known to be none of it.
      assertThat(found).as(prefix).isGreaterThan(row.length() / 2);
    }
  }

  @Test
  void theCommandThatStartedItNamesTheTestAndItsEnvironment() {
    RecordingSink sink =
        read(
            """
            + mpirun -np 2 -x NCCL_PROTO=Simple -x NCCL_ALGO=Ring reduce_scatter_perf -b 8 -e 1M -f 2
                1024  128 float sum -1 21.63 0.05 0.02 0 21.75 0.05 0.02 0
            """);
    BenchmarkRun run = only(sink);

    assertThat(run.test()).contains("reduce_scatter");
    assertThat(CommandLine.variable(run.note("command").orElseThrow(), "NCCL_ALGO"))
        .contains("Ring");
  }

  @Test
  void aStepSweepGivesItsHeaderAndRows() {
    RecordingSink sink =
        read(
            """
            # ringside-step 1
            # gpu: NVIDIA H200
            # env: NCCL_P2P_DISABLE=1 NCCL_NVLS_ENABLE=0
            nranks,algorithm,protocol,tokens,bytes,calls,step_us,round
            2,default,default,1,8192,32,1838.5,1
            2,Ring,LL128,1,8192,32,xyz,1
            2,Ring,LL128,1,8192,32,2277.6,1
            """);

    assertThat(sink.all(StepRow.class))
        .containsExactly(
            new StepRow(2, "default", "default", 1, 8192, 32, 1838.5, 1),
            new StepRow(2, "Ring", "LL128", 1, 8192, 32, 2277.6, 1));
    assertThat(sink.all(BenchmarkNote.class))
        .contains(
            new BenchmarkNote("gpu", "NVIDIA H200"),
            new BenchmarkNote("env.NCCL_P2P_DISABLE", "1"),
            new BenchmarkNote("env.NCCL_NVLS_ENABLE", "0"));
    assertThat(sink.losses()).extracting(Loss::name).containsExactly("damaged-row");
  }

  @Test
  void numbersOutOfRangeAreDamagedRows() {
    RecordingSink sink =
        read(
            """
            # ringside-step 1
            nranks,algorithm,protocol,tokens,bytes,calls,step_us,round
            2,Ring,LL,1,-8192,32,10,1
            2,Ring,LL,1,8192,0,10,1
            0,Ring,LL,1,8192,32,10,1
            2,Ring,LL,1,8192,32,NaN,1
            2,Ring,LL,1,8192,32,-1,1
            """);

    assertThat(sink.all(StepRow.class)).isEmpty();
    assertThat(sink.losses()).extracting(Loss::name).containsOnly("damaged-row").hasSize(5);
  }

  @Test
  void aStepSweepWithoutItsColumnsIsRefusedInOneLine() {
    RecordingSink sink = read("# ringside-step 1\nranks,us\n2,17\n");

    assertThat(sink.losses()).extracting(Loss::name).containsExactly("unknown-columns");
  }

  @Test
  void aCollectedLatencyTableCountsElementsAndMilliseconds() {
    RecordingSink sink =
        read(
            """
            framework,version,device,op_name,kernel_source,nccl_dtype,num_gpus,message_size,latency
            X,2.29.2,RTX,all_reduce,NCCL,half,8,256,0.00588
            X,2.29.2,RTX,all_reduce,NCCL,int8,4,512,0.005
            """);
    List<BenchmarkRun> runs = runs(sink);

    assertThat(runs).extracting(r -> r.nRanks().orElse(0)).containsExactly(8, 4);
    assertThat(runs)
        .flatExtracting(BenchmarkRun::rows)
        .extracting(BenchmarkRow::size)
        .containsExactly(512L, 512L);
    assertThat(runs.get(0).rows().get(0).outOfPlaceUs()).isCloseTo(5.88, within(1e-9));
    assertThat(runs.get(0).note("nccl")).contains("2.29.2");
  }

  @Test
  void textAndJsonOfOneKindOfSweepAgree() throws IOException {
    BenchmarkRun text =
        only(read(SharedData.bytes("data/h200-tp2/shm/sweep/eager_pow2_default.txt"), 1 << 20));
    RecordingSink sink =
        read(SharedData.bytes("data/h200-tp2/shm/sweep/eager_pow2_default.json"), 1 << 20);
    BenchmarkRun json = only(sink);

    assertThat(json.test()).isEqualTo(text.test()).contains("all_reduce");
    assertThat(json.nRanks()).hasValue(2);
    assertThat(json.gpu()).isEqualTo(text.gpu());
    assertThat(json.isGraph()).isEqualTo(text.isGraph()).contains(false);
    assertThat(json.note("env.NCCL_P2P_DISABLE")).contains("1");
    assertThat(json.rows())
        .usingElementComparator(Comparator.comparingLong(BenchmarkRow::size))
        .containsExactlyElementsOf(text.rows());
    assertThat(json.rows())
        .allMatch(r -> r.outOfPlaceWrong() == 0 && r.root() == -1 && r.inPlaceUs() > 0);
    assertThat(sink.losses()).isEmpty();
  }

  @Test
  void aResultFileNamesTheReleaseAsNumberOrText() throws IOException {
    for (String version : List.of("23007", "\"23007\"", "\"2.30.7\"")) {
      String json = "{\"version\": 3, \"args\": [], \"nccl_version\": %s, \"config\": {}}";
      RecordingSink sink =
          SharedData.read(
              new BenchmarkDocument(),
              "a.json",
              json.formatted(version).getBytes(StandardCharsets.UTF_8));

      assertThat(sink.all(BenchmarkNote.class)).contains(new BenchmarkNote("nccl", "2.30.7"));
    }
  }

  @Test
  void aResultFileThatACrashLeftOpenKeepsItsRows() throws IOException {
    byte[] whole = SharedData.bytes("data/h200-tp2/shm/sweep/eager_pow2_default.json");
    RecordingSink sink = read(java.util.Arrays.copyOf(whole, whole.length / 2), 1 << 20);

    assertThat(sink.all(BenchmarkRow.class)).hasSizeGreaterThan(3);
    assertThat(sink.losses()).extracting(Loss::name).containsExactly("truncated-json");
  }

  @Test
  void aTableCutAtAnyNewlineGivesTheSameRun() throws IOException {
    byte[] whole = SharedData.bytes("data/h200-tp2/shm/sweep/graph_fine_default.txt");
    BenchmarkRun expected = only(read(whole, 1 << 20));

    assertThat(expected.rows()).hasSize(32);
    for (int i = 0; i < whole.length; i++) {
      if (whole[i] == '\n') {
        RecordingSink left = read(java.util.Arrays.copyOfRange(whole, 0, i + 1), 1 << 20);
        RecordingSink right =
            read(java.util.Arrays.copyOfRange(whole, i + 1, whole.length), 1 << 20);
        left.events().addAll(right.events());
        assertThat(only(left)).isEqualTo(expected);
      }
    }
  }

  @Test
  void everySweepOfTheMeasuredHostIsRead() throws IOException {
    Path folder = SharedData.path("data/h200-tp2");
    try (var files = Files.walk(folder)) {
      for (Path file :
          files.filter(f -> f.toString().matches(".*/(sweep|other)/.*\\.(txt|json)")).toList()) {
        BenchmarkRun run = only(read(Files.readAllBytes(file), 1 << 20));
        assertThat(run.rows()).as(file.toString()).isNotEmpty();
        assertThat(run.nRanks()).as(file.toString()).hasValue(2);
        assertThat(run.wrongTotal()).as(file.toString()).hasValue(0);
        assertThat(run.tornRows()).isZero();
      }
    }
  }
}
