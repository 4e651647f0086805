package dev.ringside.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is concluded from the lines of a process beside its calls. */
class ConcludedTrafficTest {
  private static final String HEADER = "n1:5%1$d:5%1$d [%1$d] NCCL INFO ";
  private static final String INIT =
      "ncclCommInitRank comm 0x%2$s%1$d rank %1$d nranks %3$d cudaDev %1$d nvmlDev %1$d busId"
          + " %1$d000 commId 0x%2$s - Init %4$s\n";

  @TempDir private Path dir;

  private Traffic traffic(String... lines) throws IOException {
    Path log = Files.writeString(dir.resolve("nccl.log"), String.join("", lines));
    return Interpretation.of(RealLogs.summary(log), Optional.empty());
  }

  private static String line(int rank, String text) {
    return HEADER.formatted(rank) + text + "\n";
  }

  private static String init(int rank, String comm, int nRanks, String stage) {
    return HEADER.formatted(rank) + INIT.formatted(rank, comm, nRanks, stage);
  }

  private static String call(int rank, String comm, int nRanks) {
    return line(
        rank,
        "AllReduce: opCount 0 sendbuff 0x7f00 recvbuff 0x7f00 count 4096 datatype 9 op 0 root 0"
            + " comm 0x"
            + comm
            + rank
            + " [nranks="
            + nRanks
            + "] stream 0x5");
  }

  @Test
  void versionsAreInOrderOfNumber() throws IOException {
    Traffic t =
        traffic(
            line(0, "NCCL version 2.18.3+cuda12.2"),
            line(1, "NCCL version 2.9.9+cuda11.3"),
            line(1, "NCCL version 2.18.3+cuda12.2"));
    assertThat(t.ncclVersions()).containsExactly("2.9.9", "2.18.3");
    assertThat(t.cudaVersions()).containsExactly("11.3", "12.2");
    assertThat(t.sources()).extracting(s -> s.kind()).containsExactly("text");
  }

  @Test
  void aVariableHasAllTheValuesThatProcessesHave() throws IOException {
    Traffic t =
        traffic(
            line(0, "NCCL_PROTO set by environment to Simple."),
            line(1, "NCCL_PROTO set by environment to LL."),
            line(1, "NCCL_ALGO set by environment to Ring."));
    assertThat(t.environment())
        .isEqualTo(Map.of("NCCL_PROTO", List.of("LL", "Simple"), "NCCL_ALGO", List.of("Ring")));
  }

  @Test
  void warningsAreKeptOnceWithTheirNumber() throws IOException {
    String warning = "n1:50:50 [0] misc/socket.cc:484 NCCL WARN socketStartConnect: failed\n";
    Traffic t = traffic(warning, line(0, "Using network Socket"), warning);
    assertThat(t.notices())
        .filteredOn(n -> n.kind().equals("WARN"))
        .singleElement()
        .satisfies(n -> assertThat(n.count()).isEqualTo(2));
    assertThat(t.notices()).extracting(Notice::kind).contains("NETWORK");
  }

  @Test
  void allRanksOnOneHostAreOneNode() throws IOException {
    String both = call(0, "a", 2) + call(1, "a", 2);
    assertThat(traffic(init(0, "a", 2, "COMPLETE"), init(1, "a", 2, "COMPLETE"), both).groups())
        .singleElement()
        .satisfies(g -> assertThat(g.nNodes()).isEqualTo(1))
        .satisfies(g -> assertThat(g.ranksSeen()).isEqualTo(2));
    assertThat(traffic(both.replace("n1:51", "n2:51")).groups())
        .singleElement()
        .satisfies(g -> assertThat(g.nNodes()).isEqualTo(-1))
        .satisfies(g -> assertThat(g.ranksSeen()).isEqualTo(2));
    assertThat(traffic(call(0, "a", 2)).groups())
        .singleElement()
        .satisfies(g -> assertThat(g.nNodes()).isEqualTo(-1))
        .satisfies(g -> assertThat(g.ranksSeen()).isEqualTo(1));
  }

  @Test
  void moreCallersThanRanksAreCommunicatorsOfTheirOwn() throws IOException {
    List<CommunicatorGroup> groups =
        traffic(call(0, "a", 2), call(1, "a", 2), call(2, "a", 2)).groups();
    assertThat(groups).hasSize(3).allMatch(g -> g.nRanks() == 2 && g.ranksSeen() == 1);
  }

  @Test
  void membersAreInOrderOfRank() throws IOException {
    Traffic t =
        traffic(
            init(1, "a", 2, "COMPLETE"),
            init(0, "a", 2, "COMPLETE"),
            call(1, "a", 2),
            call(0, "a", 2));
    assertThat(t.groups().get(0).members())
        .extracting(CommunicatorId::pid)
        .containsExactly(50L, 51L);
    assertThat(t.group(t.rows().get(0))).isEqualTo(t.groups().get(0));
  }

  /** Lines of a rank's own making belong to what it makes. */
  @Test
  void aCommunicatorHasWhatWasSaidWhileItWasMade() throws IOException {
    String pattern =
        "Pattern 4, crossNic 0, nChannels 2, bw 20.000000/20.000000, type %s/PIX, sameChannels 1";
    String[] said = {
      init(0, "a", 2, "START"),
      line(0, pattern.formatted("NVL")),
      line(0, "threadThresholds 8/8/64 | 16/8/64 | 512 | 512"),
      line(0, "2 coll channels, 2 collnet channels, 4 nvls channels, 2 p2p channels"),
      line(0, "Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM"),
      init(0, "a", 2, "COMPLETE")
    };
    Communicator c = traffic(said).communicators().get(0);
    assertThat(c.collChannels()).isEqualTo(2);
    assertThat(c.nvlsChannels()).isEqualTo(4);
    assertThat(c.threadThresholds()).startsWith(8L, 8L, 64L, 16L, 8L, 64L);
    assertThat(c.transportClass()).contains(TransportClass.NVL);
    said[1] = line(0, pattern.formatted("PHB"));
    assertThat(traffic(said).communicators().get(0).transportClass()).contains(TransportClass.P2P);
    said[1] += line(0, "Channel 01/0 : 0[0] -> 1[1] via SHM/direct/direct");
    assertThat(traffic(said).communicators().get(0).transportClass()).contains(TransportClass.SHM);
  }

  @Test
  void splitsOfOneColourAreOneCommunicator() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < 4; rank++) {
      text.append(init(rank, "a", 4, "COMPLETE"));
      String child =
          "ncclCommSplit comm 0xb%1$d rank %2$d nranks 2 cudaDev %1$d nvmlDev %1$d busId %1$d000"
              + " parent 0xa%1$d color %3$d key %2$d commId 0x%4$s - Init COMPLETE";
      text.append(line(rank, child.formatted(rank, rank % 2, rank / 2, rank < 2 ? "c0" : "c1")));
    }
    List<CommunicatorGroup> groups = traffic(text.toString()).groups();
    assertThat(groups).extracting(CommunicatorGroup::key).containsExactly("0xa", "0xc0", "0xc1");
    assertThat(groups).extracting(CommunicatorGroup::nRanks).containsExactly(4, 2, 2);
  }
}
