package dev.ringside.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RealLogsTest {
  private static final String H200 = "data/h200-tp2/";

  private static Traffic traffic(Path... files) {
    return Interpretation.of(RealLogs.summary(files), Optional.empty());
  }

  @Test
  void twoRanksOfADecoderShowTwelveCapturedBatches() {
    Traffic t =
        traffic(
            Checkout.sample("h200-tp2-shm/log/nccl.node01.rank0.log"),
            Checkout.sample("h200-tp2-shm/log/nccl.node01.rank1.log"));
    assertThat(t.ncclVersions()).containsExactly("2.28.9");
    assertThat(t.groups()).singleElement().satisfies(RealLogsTest::isPairOverHostMemory);
    List<MessageRow> decode =
        t.rows().stream().filter(r -> r.phase().equals(Optional.of(Phase.DECODE))).toList();
    assertThat(decode)
        .extracting(MessageRow::bytes)
        .containsExactly(
            8192L, 16384L, 32768L, 65536L, 98304L, 131072L, 196608L, 262144L, 327680L, 393216L,
            458752L, 524288L);
    assertThat(decode)
        .allSatisfy(
            r -> {
              assertThat(r.phaseBasis()).contains(Basis.STREAM);
              assertThat(r.callsPerPass()).contains(Figure.of(32, Basis.SEQUENCE));
              assertThat(r.loggedPasses()).contains(Figure.of(3, Basis.SEQUENCE));
              assertThat(r.choices()).isNotEmpty();
            });
    Map<Long, Long> eager =
        t.rows().stream()
            .filter(r -> r.phase().equals(Optional.of(Phase.EAGER)))
            .collect(Collectors.toMap(MessageRow::bytes, MessageRow::callsPerRank));
    assertThat(eager)
        .containsOnly(
            Map.entry(2L << 20, 32L), Map.entry(4L << 20, 416L), Map.entry(16L << 20, 416L));
    assertThat(t.barriers()).isEqualTo(30);
    assertThat(t.unattributedChoices()).isZero();
    assertThat(t.losses()).isEmpty();
  }

  private static void isPairOverHostMemory(CommunicatorGroup g) {
    assertThat(g.nRanks()).isEqualTo(2);
    assertThat(g.nNodes()).isEqualTo(1);
    assertThat(g.ranksSeen()).isEqualTo(2);
    assertThat(g.transportClass()).contains(TransportClass.SHM);
    assertThat(g.costs()).isPresent();
  }

  @Test
  void aPublishedTraceIsReadByItsEnginesWarmUpRule() {
    Traffic t = traffic(Checkout.sample("qwen3.5-397b-tp4/log"));
    List<MessageRow> decode =
        t.rows().stream().filter(r -> r.phase().equals(Optional.of(Phase.DECODE))).toList();
    assertThat(decode).hasSize(12);
    assertThat(decode)
        .allSatisfy(
            r -> {
              assertThat(r.callsPerPass()).contains(Figure.of(121, Basis.ENGINE));
              assertThat(r.loggedPasses()).contains(Figure.of(3, Basis.ENGINE));
              assertThat(r.batch()).isPresent();
            });
    assertThat(t.bytesPerToken()).contains(Figure.of(8192, Basis.ENGINE));
  }

  @Test
  void everyKindOfCallIsCountedByItsCommunicator() {
    Traffic files =
        traffic(
            Checkout.shared(H200 + "multi/nvlink.561.log"),
            Checkout.shared(H200 + "multi/nvlink.562.log"));
    Traffic pipe = traffic(Checkout.shared(H200 + "multi/shm_one_pipe.log"));
    for (Traffic t : List.of(files, pipe)) {
      // One world, three splits at one pointer, and a communicator of one rank for each.
      assertThat(t.groups().stream().filter(g -> g.nRanks() == 2)).hasSize(4);
      assertThat(t.groups().stream().filter(CommunicatorGroup::isOneRank)).hasSize(2);
      assertThat(t.groups()).allSatisfy(g -> assertThat(g.ranksSeen()).isEqualTo(g.nRanks()));
      long calls = t.rows().stream().mapToLong(MessageRow::calls).sum() + t.barriers();
      assertThat(calls).isEqualTo(70);
      long allReduces =
          t.rows().stream()
              .filter(r -> r.collective() == Collective.ALL_REDUCE)
              .mapToLong(MessageRow::calls)
              .sum();
      assertThat(allReduces + t.barriers()).isEqualTo(58);
      assertThat(t.barriers()).isEqualTo(2);
      assertThat(splitSizes(t)).containsExactly(4096L, 8192L, 12288L);
      assertThat(typesOf4096Elements(t)).isEqualTo(8);
    }
    assertThat(counts(pipe)).isEqualTo(counts(files));
  }

  /** As when both write to one pipe. */
  @Test
  void linesOfTwoRanksInAnyOrderGiveTheSameRows(@TempDir Path dir) throws IOException {
    Path first = Checkout.sample("h200-tp2-shm/log/nccl.node01.rank0.log");
    Path second = Checkout.sample("h200-tp2-shm/log/nccl.node01.rank1.log");
    Traffic files = traffic(first, second);
    for (int seed = 0; seed < 10; seed++) {
      Random random = new Random(seed);
      List<Deque<String>> ranks =
          List.of(
              new ArrayDeque<>(Files.readAllLines(first)),
              new ArrayDeque<>(Files.readAllLines(second)));
      List<String> lines = new ArrayList<>();
      while (!ranks.get(0).isEmpty() || !ranks.get(1).isEmpty()) {
        Deque<String> rank = ranks.get(random.nextInt(2));
        for (int run = random.nextInt(1 + seed); run >= 0 && !rank.isEmpty(); run--) {
          lines.add(rank.remove());
        }
      }
      Traffic pipe = traffic(Files.write(dir.resolve("pipe.log"), lines));

      assertThat(pipe.rows().stream().map(MessageRow::phase))
          .containsExactlyElementsOf(files.rows().stream().map(MessageRow::phase).toList());
      assertThat(counts(pipe)).as("seed %d", seed).isEqualTo(counts(files));
      assertThat(pipe.unattributedChoices()).isZero();
      assertThat(pipe.losses()).isEmpty();
    }
  }

  private static List<Long> splitSizes(Traffic t) {
    return t.groups().stream()
        .filter(g -> g.nRanks() == 2 && g.key().contains("/"))
        .map(
            g ->
                t.rows().stream()
                    .filter(r -> r.group().equals(g.key()))
                    .mapToLong(MessageRow::bytes)
                    .min()
                    .orElseThrow())
        .toList();
  }

  private static long typesOf4096Elements(Traffic t) {
    return t.rows().stream()
        .filter(r -> r.collective() == Collective.ALL_REDUCE && r.redOp().ncclName().equals("sum"))
        .filter(r -> r.bytes() == 4096L * r.dataType().bytes())
        .filter(r -> !r.group().contains("/"))
        .map(MessageRow::dataType)
        .distinct()
        .filter(d -> d != DataType.FLOAT8E4M3)
        .count();
  }

  private static Map<String, Long> counts(Traffic t) {
    Map<String, Long> out = new TreeMap<>();
    t.rows()
        .forEach(
            r ->
                out.merge(
                    r.nRanks()
                        + " "
                        + r.collective()
                        + ' '
                        + r.dataType()
                        + ' '
                        + r.redOp()
                        + ' '
                        + r.bytes(),
                    r.calls(),
                    Long::sum));
    return out;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        H200 + "multi/nvlink.561.log",
        H200 + "multi/nvlink.562.log",
        H200 + "multi/shm_one_pipe.log",
        H200 + "shm/log/hf_rank0.log",
        H200 + "shm/log/nccl.node01.rank0.log",
        H200 + "shm/log/plain_info_stdout.log",
        H200 + "shm/log/subsys_all.rank0.log",
        H200 + "shm/graph/loaded.rank0.log",
      })
  void anyCutAtNewlinesGivesTheWhole(String name) {
    RealLogs.cut(Checkout.shared(name));
  }

  @Test
  void anyCutOfASampleGivesTheWhole() {
    RealLogs.cut(Checkout.sample("qwen3.5-397b-tp4/log/sglang.log"));
  }
}
