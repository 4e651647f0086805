package dev.ringside.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Writes the log of an SGLang server of any length to standard output: half of the lines are decode
 * batches, three in ten are requests of the HTTP server, the rest prefill batches.
 *
 * <pre>{@code java EngineLogGenerator.java 1000000000 1 > engine.log}</pre>
 *
 * <p>The same arguments give the same bytes.
 */
public final class EngineLogGenerator {
  private static final String START =
      """
      [2026-06-01 08:00:00] server_args=ServerArgs(model_path='m', tp_size=4, dtype='auto', cuda_graph_bs=[1, 2, 4, 8, 16])
      [2026-06-01 08:00:03 TP0] sglang is using nccl==2.27.5
      [2026-06-01 08:00:40 TP0] Capture cuda graph bs [1, 2, 4, 8, 16]
      """;

  private final SplittableRandom random;
  private final StringBuilder text = new StringBuilder(1 << 17);
  private long second = 8 * 3600 + 60;
  private int running = 1;

  private EngineLogGenerator(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Arguments: size in bytes, then a seed. */
  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      System.err.println("usage: EngineLogGenerator BYTES SEED");
      System.exit(2);
    }
    write(Long.parseLong(args[0]), Long.parseLong(args[1]), System.out);
  }

  /** Writes a bit more than so many bytes. */
  static void write(long bytes, long seed, OutputStream out) throws IOException {
    new EngineLogGenerator(seed).lines(bytes, out);
  }

  private void lines(long bytes, OutputStream out) throws IOException {
    text.append(START);
    long written = 0;
    while (written + text.length() < bytes) {
      int kind = random.nextInt(10);
      if (kind < 5) {
        decode();
      } else if (kind < 8) {
        request();
      } else {
        prefill();
      }
      if (text.length() > 1 << 16) {
        written += flush(out);
      }
    }
    flush(out);
    out.flush();
  }

  private int flush(OutputStream out) throws IOException {
    byte[] chunk = text.toString().getBytes(StandardCharsets.UTF_8);
    out.write(chunk);
    text.setLength(0);
    return chunk.length;
  }

  private StringBuilder stamp() {
    second += random.nextInt(10) == 0 ? 1 : 0;
    long day = second / 86_400;
    return text.append("[2026-06-")
        .append(two(1 + day % 28))
        .append(' ')
        .append(two(second / 3600 % 24))
        .append(':')
        .append(two(second / 60 % 60))
        .append(':')
        .append(two(second % 60))
        .append(" TP0] ");
  }

  private void decode() {
    running = Math.max(1, Math.min(96, running + random.nextInt(-3, 4)));
    stamp()
        .append("Decode batch. #running-req: ")
        .append(running)
        .append(", #token: ")
        .append(running * random.nextInt(300, 3000))
        .append(", token usage: ")
        .append(fraction(100))
        .append(", cuda graph: ")
        .append(running <= 16 ? "True" : "False")
        .append(", gen throughput (token/s): ")
        .append(running * 31)
        .append('.')
        .append(two(random.nextInt(100)))
        .append(", #queue-req: 0, \n");
  }

  private void prefill() {
    stamp()
        .append("Prefill batch. #new-seq: 1, #new-token: ")
        .append(random.nextInt(16, 8192))
        .append(", #cached-token: ")
        .append(random.nextInt(0, 512))
        .append(", token usage: ")
        .append(fraction(100))
        .append(", #running-req: ")
        .append(running)
        .append(", #queue-req: 0, \n");
  }

  private void request() {
    text.append("INFO:     10.0.0.")
        .append(random.nextInt(1, 255))
        .append(':')
        .append(random.nextInt(1024, 65536))
        .append(" - \"POST /v1/chat/completions HTTP/1.1\" 200 OK\n");
  }

  private String fraction(int of) {
    return String.format(Locale.ROOT, "0.%02d", random.nextInt(of));
  }

  private static String two(long value) {
    return value < 10 ? "0" + value : Long.toString(value);
  }
}
