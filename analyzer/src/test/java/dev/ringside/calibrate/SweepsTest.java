package dev.ringside.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.Interval;
import dev.ringside.cost.StepShape;
import dev.ringside.summary.TransportClass;
import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.TraceFiles;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepsTest {
  private static final CurveChoice LL = CurveChoice.pinned(Algorithm.RING, Protocol.LL);
  private static final CurveChoice LL128 = CurveChoice.pinned(Algorithm.RING, Protocol.LL128);
  private static final CurveChoice SIMPLE = CurveChoice.pinned(Algorithm.RING, Protocol.SIMPLE);

  @TempDir Path dir;

  private static String table(String before, String options) {
    return before
        + "# nThread 1 nGpus 2 minBytes 1024 maxBytes 2048 step: 2(factor) "
        + options
        + "\n"
        + "#  Rank  0 Group  0 Pid   1 on  node1 device  0 [0000:00:06] NVIDIA H200\n"
        + "#  Rank  1 Group  0 Pid   1 on  node1 device  1 [0000:00:07] NVIDIA H200\n"
        + "  1024  256  float  sum  -1  21.0 0.05 0.05 0  22.0 0.05 0.05 0\n"
        + "  2048  512  float  sum  -1  23.0 0.09 0.09 0  23.5 0.09 0.09 0\n"
        + "# Out of bounds values : 0 OK\n";
  }

  private Path file(String name, String text) throws IOException {
    Path file = dir.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static Sweep one(Path file) {
    Sweeps sweeps = Measured.read(file);
    assertThat(sweeps.sweeps()).hasSize(1);
    return sweeps.sweeps().get(0);
  }

  @Test
  void wholeWordsOfTheFileNameSayTheChoice() throws IOException {
    Sweep sweep = one(file("graph_fine_Ring_LL128.txt", table("", "graph: 20")));

    assertThat(sweep.key()).isEqualTo(new CurveKey(2, 1, LL128));
    assertThat(sweep.choiceFrom()).isEqualTo(ChoiceEvidence.FILE_NAME);
    assertThat(sweep.launch()).isEqualTo(Launch.GRAPH);
    assertThat(sweep.points()).hasSize(2);
    assertThat(sweep.points().get(0).samples()).isEqualTo(Map.of(0, 21.0, 1, 22.0));
  }

  @Test
  void partsOfWordsAndFoldersSayNothing() throws IOException {
    Sweep sweep = one(file("Ring_LL/bring_simplest.txt", table("", "graph: 0")));

    assertThat(sweep.key().choice()).isEqualTo(CurveChoice.ncclDefault());
    assertThat(sweep.choiceFrom()).isEqualTo(ChoiceEvidence.NONE);
    assertThat(sweep.launch()).isEqualTo(Launch.EAGER);
  }

  @Test
  void theCommandLineGoesBeforeTheFileName() throws IOException {
    String command = "$ mpirun -np 2 -x NCCL_ALGO=Tree -x NCCL_PROTO=LL all_reduce_perf -b 1K\n";
    Sweep sweep = one(file("Ring_Simple.txt", table(command, "graph: 20")));

    assertThat(sweep.key().choice()).isEqualTo(CurveChoice.pinned(Algorithm.TREE, Protocol.LL));
    assertThat(sweep.choiceFrom()).isEqualTo(ChoiceEvidence.COMMAND_LINE);
  }

  @Test
  void aPersonsWordGoesBeforeAll() throws IOException {
    Path file = file("Ring_Simple.txt", table("", "graph: 20"));
    SweepCollector collector = new SweepCollector();
    TraceFiles.read(List.of(file), ReadOptions.DEFAULT, collector);
    Sweep sweep = collector.sweeps(Map.of(file.toString(), LL128)).sweeps().get(0);

    assertThat(sweep.key().choice()).isEqualTo(LL128);
    assertThat(sweep.choiceFrom()).isEqualTo(ChoiceEvidence.OPTION);
  }

  @Test
  void aProtocolAloneDoesNotPinTheAlgorithm() throws IOException {
    Sweep sweep = one(file("fine_LL.txt", table("", "graph: 20")));

    assertThat(sweep.key().choice()).isEqualTo(CurveChoice.unpinned(Protocol.LL));
    assertThat(sweep.key().choice().isPinned()).isFalse();
  }

  @Test
  void severalAllowedProtocolsAreNeitherTheDefaultNorAPin() throws IOException {
    String command = "NCCL_PROTO=LL,LL128,Simple all_reduce_perf -b 1K\n";
    Sweeps sweeps = Measured.read(file("all.txt", table(command, "graph: 20")));

    assertThat(sweeps.sweeps()).isEmpty();
    assertThat(sweeps.refusals().get(0).reason()).startsWith("NCCL_PROTO=LL,LL128,Simple allows");
  }

  @Test
  void whatCannotCalibrateIsRefusedByName() throws IOException {
    Sweeps sweeps =
        Measured.read(
            file("a.txt", table("# Collective test starting: all_gather_perf\n", "graph: 0")),
            file("b.txt", table("", "agg iters: 8 graph: 0")),
            file("c.txt", table("", "graph: 0").replace("values : 0", "values : 7")),
            file("d.txt", "nothing here\n"));

    assertThat(sweeps.sweeps()).isEmpty();
    assertThat(sweeps.refusals())
        .extracting(SweepRefusal::reason)
        .containsExactly(
            "measures all_gather, and only all_reduce calibrates",
            "aggregates 8 calls a group (-m 8): run it with -m 1",
            "has 7 wrong values in its data check",
            "holds no step sweep and no benchmark table");
  }

  @Test
  void filesOfOneHostMakeOneSetAndGraphsStayApartFromEagerCalls() throws IOException {
    List<CurveSet> sets =
        Measured.read(
                file("Ring_LL.txt", table("", "graph: 20")),
                file("Ring_Simple.txt", table("", "graph: 20")),
                file("again_Ring_LL.txt", table("", "graph: 20")),
                file("eager_Ring_LL.txt", table("", "graph: 0")))
            .curves();

    assertThat(sets).hasSize(2);
    assertThat(sets.get(0).keys())
        .containsExactly(new CurveKey(2, 1, LL), new CurveKey(2, 1, SIMPLE));
    assertThat(
            sets.get(0).curve(new CurveKey(2, 1, LL)).orElseThrow().points().get(1024L).samples())
        .isEqualTo(Map.of(0, 21.0, 1, 22.0, 2, 21.0, 3, 22.0));
    assertThat(sets.get(0).host().gpu()).contains("NVIDIA H200");
  }

  @Test
  void theMeasuredStepSweepGivesTheDifferencesOfItsTable() {
    CurveSet step = Measured.only(CurveBasis.STEP, Measured.read(Measured.step()));

    assertThat(step.stepShape(2, 1)).contains(new StepShape(8192, 32));
    assertThat(step.host().transport()).contains(TransportClass.SHM);
    assertThat(step.host().nccl()).contains("2.28.9");
    assertThat(mid(step, LL128, 32)).isCloseTo(12.9, within(0.06));
    assertThat(mid(step, LL128, 320)).isCloseTo(-3.7, within(0.06));
    assertThat(mid(step, SIMPLE, 512)).isCloseTo(-11.5, within(0.06));
    assertThat(step.callUs(2, 1, LL, 32768)).isEmpty();
  }

  private static double mid(CurveSet set, CurveChoice to, int kib) {
    return set.difference(2, 1, LL, to, kib * 1024L).map(Interval::mid).orElse(Double.NaN);
  }

  @Test
  void offsetsInStepsComeFromBothKindsOfOneHost() {
    Path[] pinned = Measured.pinnedSweeps();
    Path[] both = java.util.Arrays.copyOf(pinned, pinned.length + 1);
    both[pinned.length] = Measured.step();
    CurveSet alone = Measured.only(CurveBasis.ISOLATED, Measured.read(pinned));
    CurveSet offset = Measured.only(CurveBasis.ISOLATED, Measured.read(both));

    Interval withSystematic = alone.difference(2, 1, LL, LL128, 320 * 1024).orElseThrow();
    Interval withOffset = offset.difference(2, 1, LL, LL128, 320 * 1024).orElseThrow();
    assertThat(withSystematic.mid()).isCloseTo(-6.5, within(0.5));
    assertThat(withOffset.mid()).isCloseTo(-3.0, within(1.5));
    assertThat(withOffset.halfWidth()).isLessThan(withSystematic.halfWidth());
    assertThat(withOffset.contains(-3.7)).isTrue();
  }
}
