package dev.ringside.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.TraceFiles;
import dev.ringside.trace.record.XmlElement;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphTest {
  private static final String RING =
      "Pattern 4, crossNic 0, nChannels 2, bw 15.000000/15.000000, type SYS/PIX, sameChannels 1";

  @TempDir private Path dir;

  @Test
  void aMeasuredDumpIsWrittenBackAsItWas() throws IOException {
    GraphFacts facts = read(measured("graph.xml"));

    Path copy = dir.resolve("copy.xml");
    try (OutputStream out = Files.newOutputStream(copy)) {
      GraphFile.write(facts.dump().orElseThrow(), out);
    }

    assertThat(read(copy).dump()).isEqualTo(facts.dump());
    assertThat(facts.graphs()).extracting(SearchedGraph::pattern).containsExactly(4, 1, 6, 3, 5);
    assertThat(facts.ring().orElseThrow().channels())
        .containsExactly(List.of("gpu 0", "gpu 0x1"), List.of("gpu 0", "gpu 0x1"));
  }

  @Test
  void logAndDumpsOfOneHostDescribeOneMachine() {
    GraphFacts facts =
        read(measured("graph.xml"), measured("topo.xml"), measured("loaded.rank0.log"));

    Topology topology = facts.topology().orElseThrow();
    assertThat(topology.gpus())
        .extracting(Topology.Gpu::id, Topology.Gpu::dev, Topology.Gpu::rank, Topology.Gpu::linkGBs)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("60", 0, 0, 48.0),
            org.assertj.core.groups.Tuple.tuple("70", 1, 1, 48.0));
    assertThat(facts.hasNvml()).isTrue();
    assertThat(GraphJudge.rings(facts)).hasSize(2).allMatch(r -> r.crossings() == 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  void everyCandidateRingCrossesTheSocketsTwiceAndHoldsEveryGpuOnce(int channels)
      throws IOException {
    CandidateRings rings = CandidateRings.of(read(log(ring("0 4 1 5 2 6 3 7"), RING)), channels);

    assertThat(rings.rings()).hasSize(channels);
    for (RingWay ring : rings.rings()) {
      assertThat(ring.crossings()).isEqualTo(2);
      assertThat(ring.order()).doesNotHaveDuplicates().hasSize(8);
    }
  }

  @Test
  void theCrossingsOfACandidateAreSpreadOverTheGpus() throws IOException {
    CandidateRings rings = CandidateRings.of(read(log(ring("0 1 2 3 4 5 6 7"), RING)), 0);

    Map<String, Long> ends =
        rings.rings().stream()
            .flatMap(r -> r.ends().stream())
            .collect(Collectors.groupingBy(Topology.Gpu::id, Collectors.counting()));
    assertThat(rings.rings()).hasSize(4);
    assertThat(ends.values()).hasSize(8).containsOnly(2L);
  }

  @Test
  void gpusUnderOneSwitchStayTogetherInACandidate() throws IOException {
    CandidateRings rings = CandidateRings.of(read(log(ring("0 1 2 3 4 5 6 7"), RING)), 4);

    for (RingWay ring : rings.rings()) {
      int changes = 0;
      for (int i = 0; i < 8; i++) {
        changes += ring.order().get(i).hub().equals(ring.order().get((i + 1) % 8).hub()) ? 0 : 1;
      }
      assertThat(changes).isEqualTo(4);
    }
  }

  @Test
  void aCandidateFileSaysWhatItIsAndReadsBack() throws IOException {
    GraphFacts facts = read(log(ring("0 4 1 5 2 6 3 7"), RING));
    XmlElement written = GraphFile.candidate(CandidateRings.of(facts, 0), facts);

    Path file = dir.resolve("candidate.xml");
    try (OutputStream out = Files.newOutputStream(file)) {
      GraphFile.writeCandidate(written, out);
    }

    assertThat(Files.readString(file))
        .startsWith("<!-- Candidate made by ringside")
        .contains("<gpu dev=\"0x7\"/>")
        .doesNotContain("<?xml");
    assertThat(read(file).dump()).contains(written);
  }

  @Test
  void aRingThatGoesBackAndForthIsAFault() throws IOException {
    assertThat(faults(read(log(ring("0 4 1 5 2 6 3 7"), RING))))
        .contains("ring-crosses-often", "socket-bandwidth");
  }

  @Test
  void aRingThatCrossesTwiceIsNone() throws IOException {
    assertThat(faults(read(log(ring("0 1 2 3 4 5 6 7"), RING))))
        .doesNotContain("ring-crosses-often")
        .contains("crossings-unbalanced");
  }

  @Test
  void aSearchThatFellBackIsAFault() throws IOException {
    String fallback =
        "Pattern 4, crossNic 0, nChannels 1, bw 0.100000/0.100000, type SYS/SYS, sameChannels 1";

    assertThat(faults(read(log(ring("0 1 2 3 4 5 6 7"), fallback))))
        .contains("topology-fallback", "low-search-bandwidth");
  }

  @Test
  void aRingWithoutTheMachineIsShownAndNotPlaced() throws IOException {
    GraphFacts facts =
        read(Files.writeString(dir.resolve("x.log"), prefixed(List.of(RING, " 0 : GPU/0 GPU/1"))));

    assertThat(GraphJudge.rings(facts)).isEmpty();
    assertThat(CandidateRings.obstacle(facts))
        .hasValueSatisfying(o -> assertThat(o).contains("no topology"));
  }

  @Test
  void ringsOverSeveralHostsGetNoCandidate() throws IOException {
    GraphFacts facts = read(log(List.of(" 0 : NET/0 GPU/0-10000 GPU/0-11000 NET/0"), RING));

    assertThat(CandidateRings.obstacle(facts))
        .hasValueSatisfying(o -> assertThat(o).contains("NIC"));
  }

  @Test
  void entitiesAreNotReadAndACutDumpGivesWhatItHas() throws IOException {
    Path secret = Files.writeString(dir.resolve("secret"), "password");
    String text =
        "<!DOCTYPE graphs [<!ENTITY x SYSTEM \""
            + secret.toUri()
            + "\">]>\n<graphs version=\"1\"><graph id=\"0\" pattern=\"4\" nchannels=\"1\""
            + " typeintra=\"&x;\"><channel><gpu dev=\"0\"/></channel></graph></graphs>";
    GraphFacts hostile = read(Files.writeString(dir.resolve("hostile.xml"), text));
    String cut =
        "<graphs version=\"1\">\n<graph id=\"0\" pattern=\"4\" nchannels=\"1\"><channel><gpu dev=\"0\"/>";
    GraphFacts damaged = read(Files.writeString(dir.resolve("cut.xml"), cut));

    assertThat(hostile.toString()).doesNotContain("password");
    assertThat(damaged.ring().orElseThrow().channels()).containsExactly(List.of("gpu 0"));
  }

  private static List<String> faults(GraphFacts facts) {
    return GraphJudge.judge(facts).stream()
        .filter(GraphRemark::isFault)
        .map(GraphRemark::code)
        .toList();
  }

  /** Two channels in one order of ranks, named as NCCL names them from 2.27.5. */
  private static List<String> ring(String ranks) {
    StringBuilder nodes = new StringBuilder();
    for (String rank : ranks.split(" ", -1)) {
      nodes.append(" GPU/0-").append(busId(Integer.parseInt(rank)));
    }
    return List.of(" 0 :" + nodes, " 1 :" + nodes);
  }

  private static String busId(int rank) {
    return Integer.toHexString(0x10 + rank) + "000";
  }

  /** A host of two sockets, each with two switches of two GPUs. */
  private Path log(List<String> channels, String pattern) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("=== System : maxBw 48.0 totalBw 48.0 ===");
    for (int socket = 0; socket < 2; socket++) {
      lines.add("CPU/0-" + socket + " (1/2/-1)");
      lines.add("+ SYS[16.0] - CPU/0-" + (1 - socket));
      for (int hub = 0; hub < 2; hub++) {
        lines.add("+ PCI[48.0] - PCI/0-" + socket + hub + "ff (1000c0301000a064)");
        for (int gpu = 0; gpu < 2; gpu++) {
          int rank = socket * 4 + hub * 2 + gpu;
          lines.add("              + PCI[48.0] - GPU/0-" + busId(rank) + " (" + rank + ")");
        }
      }
    }
    lines.add("==========================================");
    lines.add(pattern);
    lines.addAll(channels);
    return Files.writeString(dir.resolve("nccl.log"), prefixed(lines));
  }

  private static String prefixed(List<String> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(l -> text.append("node01:1:1 [0] NCCL INFO ").append(l).append('\n'));
    return text.toString();
  }

  private static GraphFacts read(Path... inputs) {
    GraphCollector collector = new GraphCollector();
    TraceFiles.read(List.of(inputs), ReadOptions.DEFAULT, collector);
    return collector.facts();
  }

  private static Path measured(String name) {
    return Checkout.shared("data/h200-tp2/shm/graph").resolve(name);
  }
}
