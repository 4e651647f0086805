package dev.ringside.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Writes an NCCL log of any length to standard output: eight ranks of one node in one file, as one
 * pipe of a server collects them.
 *
 * <pre>{@code java dev.ringside.bench.NcclLogGenerator 1000000000 1 > nccl.log}</pre>
 *
 * <p>Of the lines that ranks write for calls 73 % are AllReduce and 27 % other collectives; one
 * line in twenty is a channel's. Rank 0 adds its choice to each call, as NCCL 2.24 and later do.
 * Lines are those of NCCL 2.28, 140 to 215 bytes long. The same arguments give the same bytes.
 */
public final class NcclLogGenerator {

  private static final int RANKS = 8;
  private static final int PID = 4100;
  private static final int RUN = 32;
  private static final int HIDDEN = 4096;
  private static final int[] BATCHES = {1, 2, 4, 8, 12, 16, 24, 32, 40, 48, 56, 64, 256, 512, 2048};
  private static final String[] OTHERS = {"AllGather", "ReduceScatter", "Broadcast", "Reduce"};

  private final long seed;
  private final SplittableRandom random;
  private final long[] calls = new long[RANKS];
  private final StringBuilder text = new StringBuilder(1 << 17);
  private final long[] comms = new long[RANKS];
  private final long[] streams = new long[RANKS];

  private NcclLogGenerator(long seed) {
    this.seed = seed;
    random = new SplittableRandom(seed);
    for (int rank = 0; rank < RANKS; rank++) {
      comms[rank] = 0x550000000000L + (random.nextLong() & 0xffffffff0L);
      streams[rank] = 0x550000000000L + (random.nextLong() & 0xffffffff0L);
    }
  }

  /** Arguments: size in bytes, then a seed. */
  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      System.err.println("usage: NcclLogGenerator BYTES SEED");
      System.exit(2);
    }
    write(Long.parseLong(args[0]), Long.parseLong(args[1]), System.out);
  }

  /** Writes a bit more than so many bytes. */
  static void write(long bytes, long seed, OutputStream out) throws IOException {
    new NcclLogGenerator(seed).lines(bytes, out);
  }

  /** Ends with the line that passes the size. */
  private void lines(long bytes, OutputStream out) throws IOException {
    for (int rank = 0; rank < RANKS; rank++) {
      init(rank);
    }
    long written = 0;
    while (written + text.length() < bytes) {
      if (random.nextInt(20) == 0) {
        channel(random.nextInt(RANKS));
      } else {
        call(random.nextInt(RANKS));
      }
      if (text.length() > 1 << 16) {
        written += flush(out);
      }
    }
    flush(out);
    out.flush();
  }

  private int flush(OutputStream out) throws IOException {
    byte[] chunk = text.toString().getBytes(StandardCharsets.US_ASCII);
    out.write(chunk);
    text.setLength(0);
    return chunk.length;
  }

  private StringBuilder line(int rank) {
    return text.append("node01:")
        .append(PID + rank)
        .append(':')
        .append(PID + rank + 88)
        .append(" [")
        .append(rank)
        .append("] NCCL INFO ");
  }

  private void init(int rank) {
    line(rank)
        .append("ncclCommInitRank comm ")
        .append(pointer(comms[rank]))
        .append(" rank ")
        .append(rank)
        .append(" nranks 8 cudaDev ")
        .append(rank)
        .append(" nvmlDev ")
        .append(rank)
        .append(" busId ")
        .append(rank + 1)
        .append("b000 commId 0x9f27efc1643b4ba3 - Init COMPLETE\n");
  }

  private void channel(int rank) {
    line(rank)
        .append(random.nextBoolean() ? "Channel 00/0 : " : "Channel 01/0 : ")
        .append(rank)
        .append('[')
        .append(rank)
        .append("] -> ")
        .append((rank + 1) % RANKS)
        .append('[')
        .append((rank + 1) % RANKS)
        .append("] via P2P/CUMEM\n");
  }

  private void call(int rank) {
    SplittableRandom run = new SplittableRandom(seed + calls[rank] / RUN);
    boolean allReduce = run.nextInt(95) < 69;
    String op = allReduce ? "AllReduce" : OTHERS[run.nextInt(OTHERS.length)];
    long count = (long) HIDDEN * BATCHES[run.nextInt(BATCHES.length)];
    String buffer = pointer(0x7f0000000000L + (random.nextLong() & 0xffffffff00L));
    line(rank)
        .append(op)
        .append(": opCount ")
        .append(Long.toHexString(calls[rank]++))
        .append(" sendbuff ")
        .append(buffer)
        .append(" recvbuff ")
        .append(buffer)
        .append(" count ")
        .append(count)
        .append(" datatype 9 op 0 root 0 comm ")
        .append(pointer(comms[rank]))
        .append(" [nranks=8] stream ")
        .append(pointer(streams[rank]))
        .append('\n');
    if (rank == 0) {
      line(rank)
          .append(op)
          .append(": ")
          .append(count * 2)
          .append(" Bytes -> Algo RING proto ")
          .append(count < 200_000 ? "LL" : "SIMPLE")
          .append(" channel{Lo..Hi}={0..")
          .append(count < 200_000 ? 3 : 15)
          .append("}\n");
    }
  }

  private static String pointer(long value) {
    return "0x" + Long.toHexString(value);
  }
}
