package dev.ringside.trace.bench;

import dev.ringside.trace.io.DocumentInput;
import dev.ringside.trace.io.DocumentReader;
import dev.ringside.trace.io.Peek;
import dev.ringside.trace.record.BenchmarkNote;
import dev.ringside.trace.record.BenchmarkRow;
import dev.ringside.trace.record.TraceSink;
import java.io.IOException;
import java.util.List;
import org.apache.commons.csv.CSVRecord;

/**
 * Latency tables as the aiconfigurator project collects them: one row an operation, type, number of
 * GPUs and size, NCCL's own choice. {@code message_size} counts elements, {@code latency} is in
 * milliseconds.
 */
public final class LatencyTableDocument implements DocumentReader {
  /** Far above any message; a damaged number must not overflow what is computed of it. */
  private static final long MOST_ELEMENTS = 1L << 48;

  private static final List<String> COLUMNS =
      List.of(
          "version", "device", "op_name", "kernel_source", "num_gpus", "message_size", "latency");

  @Override
  public String kind() {
    return "latency-table";
  }

  @Override
  public boolean detects(Peek peek) {
    String first = peek.firstLine();
    return COLUMNS.stream().allMatch(c -> ("," + first + ",").contains("," + c + ","));
  }

  @Override
  public void read(DocumentInput in, TraceSink sink) throws IOException {
    new CommentedTable(in, sink, COLUMNS).read(new Rows(sink), comment -> {});
  }

  /** Says the header of a run whenever it changes. */
  private static final class Rows implements CommentedTable.RowReader {
    private final TraceSink sink;
    private List<String> header = List.of();

    Rows(TraceSink sink) {
      this.sink = sink;
    }

    @Override
    public void read(CSVRecord row, long offset) {
      String type = row.get(row.isMapped("nccl_dtype") ? "nccl_dtype" : "allreduce_dtype");
      int elementBytes = BenchmarkRun.elementBytes(type);
      if (elementBytes < 0) {
        throw new IllegalArgumentException("unknown element type " + type);
      }
      long count = Long.parseLong(row.get("message_size"));
      double us = Double.parseDouble(row.get("latency")) * 1000;
      if (!(us > 0) || Double.isInfinite(us) || count <= 0 || count > MOST_ELEMENTS) {
        throw new IllegalArgumentException("no latency: " + row.get("latency"));
      }
      header(row, type, offset);
      sink.record(row(row, type, count, count * elementBytes, us), offset);
    }

    private void header(CSVRecord row, String type, long offset) {
      List<String> now =
          List.of(
              row.get("op_name"),
              row.get("kernel_source"),
              row.get("num_gpus"),
              row.get("device"),
              row.get("version"),
              type);
      if (!now.equals(header)) {
        header = now;
        note("test", now.get(0), offset);
        note("kernel_source", now.get(1), offset);
        note("nranks", now.get(2), offset);
        note("gpu", now.get(3), offset);
        note(now.get(1).equals("NCCL") ? "nccl" : "engine_version", now.get(4), offset);
        note("type", type, offset);
      }
    }

    private void note(String key, String value, long offset) {
      sink.record(new BenchmarkNote(key, value), offset);
    }

    private static BenchmarkRow row(CSVRecord row, String type, long count, long bytes, double us) {
      double nan = Double.NaN;
      return new BenchmarkRow(
          row.get("op_name"), bytes, count, type, "", -1, us, nan, nan, -1, nan, nan, nan, -1);
    }
  }
}
