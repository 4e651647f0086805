package dev.ringside.trace.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.io.RecordingSink.Call;
import dev.ringside.trace.io.RecordingSink.Choice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The fast way may only be fast: with and without it a text reads the same. */
class FastWayTest {

  /** Longer than the part of a chunk that the fast way leaves alone. */
  private static final String PADDING = "a line of another program\n".repeat(40);

  private static final List<String> LINES =
      List.of(
          "node01:4100:4188 [0] NCCL INFO AllReduce: opCount 1a sendbuff 0x7f1c2c49e100 recvbuff"
              + " 0x7f1bb9d3d400 count 2097152 datatype 7 op 0 root 0 comm 0x55f4fee48ef0"
              + " [nranks=2] stream 0x55fdcedddde0",
          "node01:4100:4188 [0] NCCL INFO AllGather: opCount 0 sendbuff 0x7f1c2c49e100 recvbuff"
              + " 0x7f1bb9d3d400 count 777 datatype 9 op 0 root 0 comm 0x55f4fee48ef0 [nranks=16]"
              + " stream (nil)",
          "node01:4100:4188 [0] NCCL INFO Reduce: opCount ffff sendbuff 0x1005a38 recvbuff (nil)"
              + " count 1 datatype 10 op 4 root 3 comm 0xb013b920 [nranks=128] stream 0xb051eb10",
          "node01:4100:4188 [0] NCCL INFO AllReduce: 16384 Bytes -> Algo RING proto LL"
              + " channel{Lo..Hi}={0..1}",
          "node01:4100:4188 [0] NCCL INFO AllReduce: 1 Bytes -> Algo NVLS_TREE proto SIMPLE"
              + " channel{Lo..Hi}={0..15}",
          "2024-10-23T19:30:56.633819710Z svc-78d:327:458 [1] NCCL INFO Broadcast: opCount 9"
              + " sendbuff 0x7f1c2c49e100 recvbuff 0x7f1bb9d3d400 count 12345678 datatype 2 op 1"
              + " root 1 comm 0x26125850 [nranks=4] stream 0x55fdcedddde0",
          "[2026-05-13 18:01:41] nid001:9:9 [0] NCCL INFO Send: opCount 0 sendbuff (nil) recvbuff"
              + " 0x7f1bb9d3d400 count 3000 datatype 0 op 0 root 1 comm 0x3fd750e52100 [nranks=2]"
              + " stream 0x55fdcedddde0",
          "(RayTrainWorker pid=647, ip=192.0.2.76) node07:647:18985 [2] NCCL INFO AllReduce:"
              + " opCount 139d sendbuff 0x70ae14229e00 recvbuff 0x70ae14229e00 count 7382228"
              + " datatype 7 op 0 root 0 comm 0x78cbbb56f840 [nranks=128] stream 0x78df52cbfee0",
          "[1,0]<stdout>:node51:70151:70151 [0] NCCL INFO AllReduce: 33554432 Bytes -> Algo NVLS"
              + " proto SIMPLE channel{Lo..Hi}={0..15}",
          "node01:4100:4188 [0] NCCL INFO Channel 00/0 : 1[1] -> 0[0] via P2P/CUMEM",
          "node01:4100:4188 [0] NCCL INFO Channel 13/1 : 17[af000] -> 9[1] via SHM/direct/direct");

  private static final String[] OPERATIONS = {
    "AllReduce", "AllGather", "ReduceScatter", "Broadcast", "Send", "Recv", "AlltoAll", "AllGatherV"
  };

  private final Random random = new Random(11);

  @Test
  void wholeLinesReadTheSame() {
    String text = (String.join("\n", LINES) + "\n").repeat(5) + PADDING;
    assertThat(Readings.read(text, new NcclLines()).all(Call.class)).hasSize(30);
    assertThat(Readings.read(text, new NcclLines()).all(Choice.class)).hasSize(15);
    same(text);
  }

  @Test
  void damagedLinesReadTheSame() {
    for (int round = 0; round < 4_000; round++) {
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        String line = LINES.get(random.nextInt(LINES.size()));
        lines.add(random.nextInt(3) == 0 ? damaged(line) : line);
      }
      same(String.join("\n", lines) + "\n" + PADDING);
    }
  }

  /** The writer's last line is known, so that its end is compared and not read. */
  @Test
  void linesCutAtAnyByteReadTheSame() {
    for (String line : LINES) {
      for (int cut = 0; cut < line.length(); cut++) {
        same(line + "\n" + line + "\n" + line.substring(0, cut) + "\n" + line + "\n" + PADDING);
        same(line + "\n" + line + "\n" + line.substring(0, cut) + line + "\n" + PADDING);
      }
    }
  }

  @Test
  void sizesOperationsAndCommunicatorsThatChangeReadTheSame() {
    for (int round = 0; round < 500; round++) {
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        lines.add(
            LINES
                .get(random.nextInt(6))
                .replaceAll("AllReduce|AllGather|Reduce|Broadcast", OPERATIONS[random.nextInt(8)])
                .replaceAll("count \\d+", "count " + random.nextLong(1L << random.nextInt(1, 60)))
                .replaceAll("comm 0x", "comm 0x" + Integer.toHexString(random.nextInt(3)))
                .replaceAll("opCount ", "opCount " + Integer.toHexString(random.nextInt(1 << 28))));
      }
      same(String.join("\n", lines) + "\n" + PADDING);
    }
  }

  /** Bytes changed, left out or doubled; lines cut, glued or broken. */
  private String damaged(String line) {
    StringBuilder text = new StringBuilder(line);
    int at = random.nextInt(line.length());
    switch (random.nextInt(7)) {
      case 0 -> text.setCharAt(at, (char) random.nextInt(256));
      case 1 -> text.setCharAt(at, "0123456789abcdef ]\n\r".charAt(random.nextInt(20)));
      case 2 -> text.deleteCharAt(at);
      case 3 -> text.insert(at, line.charAt(random.nextInt(line.length())));
      case 4 -> text.setLength(at);
      case 5 -> text.insert(at, LINES.get(random.nextInt(LINES.size())));
      default -> text.append(LINES.get(random.nextInt(LINES.size())));
    }
    return text.toString();
  }

  private static void same(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    List<String> fast = Readings.events(Readings.read(bytes, new NcclLines()));
    List<String> general = Readings.events(Readings.read(bytes, new Readings.General()));
    for (int i = 0; i < Math.min(fast.size(), general.size()); i++) {
      assertThat(fast.get(i)).as(text).isEqualTo(general.get(i));
    }
    assertThat(fast).as(text).hasSameSizeAs(general);
  }
}
