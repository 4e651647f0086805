package dev.ringside.summary;

import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.TraceFiles;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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

  /** Arguments: what differs from line to line, number of lines; or a folder, and 0. */
  public static void main(String[] args) {
    String kind = args[0];
    LongFunction<String> text = i -> call(kind, i);
    if (kind.equals("usual")) {
      String[] usual = new String[64];
      for (int i = 0; i < usual.length; i++) {
        String count = "" + (4096L << (i / 8));
        usual[i] = line("node1", 4100 + i % 8, 4188, count, 0x550000000000L, 8, "[0]");
      }
      text = i -> usual[(int) (i % usual.length)];
    }
    SummaryPieces pieces = new SummaryPieces();
    long lines = Long.parseLong(args[1]);
    Path input = lines == 0 ? Path.of(kind) : TraceFiles.STANDARD_INPUT;
    TraceFiles.read(List.of(input), ReadOptions.DEFAULT, pieces, new EndlessLog(text, lines));
    Traffic traffic = Interpretation.of(pieces.summary(), Optional.empty());
    System.out.println(traffic.rows().stream().mapToLong(MessageRow::calls).sum());
    traffic.losses().forEach(l -> System.out.println(l.name()));
    System.out.println("kind " + Inspection.of(pieces.summary()).kind());
  }

  static boolean isError(String printed) {
    return printed.contains("Error") || printed.contains("Exception");
  }

  /** Documents, each object of which is new. */
  private static String document(String kind, long i) {
    return switch (kind) {
      case "flight recorder" ->
          (i == 0 ? "{\"version\":\"2.5\",\"pg_config\":{},\"entries\":[" : ",")
              + String.format(
                  "{\"profiling_name\":\"nccl:all_reduce\",\"process_group\":[\"%d\",\"\"],"
                      + "\"input_sizes\":[[%d]],\"input_dtypes\":[\"Float\"],"
                      + "\"output_sizes\":[[%d]],\"output_dtypes\":[\"Float\"]}",
                  i, i + 1, i + 1);
      case "trace" ->
          (i == 0 ? "{\"schemaVersion\":1,\"traceEvents\":[" : ",")
              + String.format(
                  "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"ncclDevKernel_AllReduce_Sum_bf16_RING_LL"
                      + "(ncclDevKernelArgsStorage<4096ul>)\",\"pid\":%d,\"tid\":%d,\"ts\":%d,\"dur\":9,"
                      + "\"args\":{\"stream\":%d,\"correlation\":%d,\"device\":0,\"grid\":[4,1,1],"
                      + "\"block\":[544,1,1],\"graph id\":%d,\"graph node id\":%d}}",
                  i, i, i, i, i, i, i + 1);
      case "inspector" ->
          String.format(
              "{\"header\":{\"id\":\"0x%x\",\"rank\":0,\"n_ranks\":2,\"nnodes\":1},\"metadata\":{"
                  + "\"inspector_output_format_version\":\"v4.0\",\"hostname\":\"node%d\",\"pid\":1},"
                  + "\"coll_perf\":{\"coll\":\"AllReduce\",\"coll_sn\":0,\"coll_msg_size_bytes\":%d}}%n",
              i + 1, i, i + 1);
      case "topology" ->
          (i == 0 ? "<system version=\"1\">" : "")
              + "<cpu numaid=\""
              + i
              + "\" arch=\"x86_64\" vendor=\"AuthenticAMD\" familyid=\"191\" modelid=\"2\"/>";
      case "endless line" -> "x".repeat(200);
      case "endless attribute" -> i == 0 ? "<system version=\"1\"><cpu numaid=\"" : "x".repeat(200);
      case "endless string" ->
          i == 0
              ? "{\"schemaVersion\":1,\"traceEvents\":[{\"ph\":\"X\",\"name\":\""
              : "x".repeat(200);
      case "deep document" ->
          i == 0 ? "{\"nccl_version\":1,\"args\":[],\"config\":" : "[".repeat(200);
      case "deep trace" ->
          i == 0 ? "{\"schemaVersion\":1,\"traceEvents\":[" : "{\"ph\":".repeat(40);
      case "numbers" ->
          line("node1", 4100, 4188, "9".repeat((int) (i % 60) + 10), 0x550000000000L, 8, "[0]");
      default -> throw new IllegalArgumentException(kind);
    };
  }

  /** An NCCL call with one thing that no line before it had. */
  static String call(String kind, long i) {
    return switch (kind) {
      case "communicators" -> line("node1", 4100, 4188, "4096", 0x550000000000L + i * 16, 8, "[0]");
      case "sizes" -> line("node1", 4100, 4188, "" + (i + 1), 0x550000000000L, 8, "[0]");
      case "hosts" -> line("node" + i, 4100 + i, 4188, "4096", 0x550000000000L, 8, "[0]");
      case "threads" -> line("node1", 4100, i, "4096", 0x550000000000L, 8, "[0]");
      case "variables" ->
          "node1:4100:4188 [0] NCCL INFO NCCL_V" + i + " set by environment to 1.\n";
      case "warnings" -> "node" + i + ":4100:4188 [0] misc/x.cc:1 NCCL WARN w" + i + "\n";
      default -> document(kind, i);
    };
  }

  private static String line(
      String host, long pid, long tid, String count, long comm, long nRanks, String device) {
    return String.format(
        "%s:%d:%d %s NCCL INFO AllReduce: opCount 1a sendbuff 0x7f0000000000 recvbuff"
            + " 0x7f0000000000 count %s datatype 9 op 0 root 0 comm 0x%012x [nranks=%d] stream"
            + " 0x560000000000%n",
        host, pid, tid, device, count, comm, nRanks);
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
