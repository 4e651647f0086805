package dev.ringside.summary;

import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.TraceFiles;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/** Reads a log that is made while it is read; prints the calls counted and the losses. */
final class EndlessLog extends InputStream {
  private final LongFunction<String> text;
  private final long lines;
  private long line;
  private byte[] current = {};
  private int at;

  private EndlessLog(LongFunction<String> text, long lines) {
    this.text = text;
    this.lines = lines;
  }

  /** Arguments: what differs from line to line, number of lines. */
  public static void main(String[] args) {
    LongFunction<String> text =
        switch (args[0]) {
          case "communicators" -> i -> line(1, 4100, 4096, 0x550000000000L + i * 16);
          case "sizes" -> i -> line(1, 4100, i + 1, 0x550000000000L);
          case "hosts" -> i -> line(i, 4100 + i, 4096, 0x550000000000L);
          default -> {
            String[] usual = new String[64];
            for (int i = 0; i < usual.length; i++) {
              usual[i] = line(1, 4100 + i % 8, 4096L << (i / 8), 0x550000000000L);
            }
            yield i -> usual[(int) (i % usual.length)];
          }
        };
    SummaryPieces pieces = new SummaryPieces();
    TraceFiles.read(
        List.of(TraceFiles.STANDARD_INPUT),
        ReadOptions.DEFAULT,
        pieces,
        new EndlessLog(text, Long.parseLong(args[1])));
    Traffic traffic = Interpretation.of(pieces.summary(), Optional.empty());
    System.out.println(traffic.rows().stream().mapToLong(MessageRow::calls).sum());
    traffic.losses().forEach(l -> System.out.println(l.name()));
  }

  static boolean isError(String printed) {
    return printed.contains("Error") || printed.contains("Exception");
  }

  private static String line(long host, long pid, long count, long comm) {
    return String.format(
        "node%d:%d:4188 [0] NCCL INFO AllReduce: opCount 1a sendbuff 0x7f0000000000 recvbuff"
            + " 0x7f0000000000 count %d datatype 9 op 0 root 0 comm 0x%012x [nranks=8] stream"
            + " 0x560000000000%n",
        host, pid, count, comm);
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0];
  }

  @Override
  public int read(byte[] into, int from, int length) {
    if (at == current.length) {
      if (line == lines) {
        return -1;
      }
      current = text.apply(line++).getBytes(StandardCharsets.US_ASCII);
      at = 0;
    }
    int n = Math.min(length, current.length - at);
    System.arraycopy(current, at, into, from, n);
    at += n;
    return n;
  }
}
