package dev.ringside.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Writes the logs of a fleet, one file of 100 KB a rank: nodes of eight ranks, each node a
 * communicator, every rank with its Init line and the same calls, 32 of each of fifteen sizes.
 *
 * <pre>{@code java dev.ringside.bench.RankFilesGenerator FOLDER 10000 1}</pre>
 *
 * <p>The same arguments give the same bytes.
 */
public final class RankFilesGenerator {

  private static final int RANKS = 8;
  private static final int CALLS = 32;
  private static final int HIDDEN = 4096;
  private static final int[] BATCHES = {2048, 512, 256, 64, 56, 48, 40, 32, 24, 16, 12, 8, 4, 2, 1};

  private RankFilesGenerator() {}

  /** Arguments: folder, number of files, seed. */
  public static void main(String[] args) throws IOException {
    if (args.length != 3) {
      System.err.println("usage: RankFilesGenerator FOLDER FILES SEED");
      System.exit(2);
    }
    Path folder = Files.createDirectories(Path.of(args[0]));
    SplittableRandom random = new SplittableRandom(Long.parseLong(args[2]));
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      String name = String.format("node%04d.rank%d.log", i / RANKS, i % RANKS);
      Files.write(folder.resolve(name), log(i / RANKS, i % RANKS, random));
    }
  }

  private static byte[] log(int node, int rank, SplittableRandom random) {
    String comm = "0x" + Long.toHexString(0x550000000000L + (random.nextLong() & 0xffffffff0L));
    String stream = "0x" + Long.toHexString(0x550000000000L + (random.nextLong() & 0xffffffff0L));
    String front =
        String.format("node%04d:%d:%d [%d] NCCL INFO ", node, 4100 + rank, 4188 + rank, rank);
    StringBuilder text = new StringBuilder(1 << 17);
    text.append(front)
        .append(
            String.format(
                "ncclCommInitRank comm %s rank %d nranks 8 cudaDev %d nvmlDev %d busId %db000"
                    + " commId 0x9f27efc1643b%04x - Init COMPLETE%n",
                comm, rank, rank, rank, rank + 1, node));
    for (int batch : BATCHES) {
      for (int call = 0; call < CALLS; call++) {
        long buffer = 0x7f0000000000L + (random.nextLong() & 0xffffffff00L);
        text.append(front)
            .append("AllReduce: opCount ")
            .append(Integer.toHexString(call))
            .append(" sendbuff 0x")
            .append(Long.toHexString(buffer))
            .append(" recvbuff 0x")
            .append(Long.toHexString(buffer))
            .append(" count ")
            .append(HIDDEN * batch)
            .append(" datatype 9 op 0 root 0 comm ")
            .append(comm)
            .append(" [nranks=8] stream ")
            .append(stream)
            .append('\n');
      }
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }
}
