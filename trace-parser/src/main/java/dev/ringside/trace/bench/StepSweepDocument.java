package dev.ringside.trace.bench;

import dev.ringside.trace.io.DocumentInput;
import dev.ringside.trace.io.DocumentReader;
import dev.ringside.trace.io.Peek;
import dev.ringside.trace.record.BenchmarkNote;
import dev.ringside.trace.record.StepRow;
import dev.ringside.trace.record.TraceSink;
import java.io.IOException;
import java.util.List;
import org.apache.commons.csv.CSVRecord;

/** Step sweep files: {@code # ringside-step 1}, then {@code # key: value} lines and a CSV table. */
public final class StepSweepDocument implements DocumentReader {
  /** Far above any message; a damaged number must not overflow what is computed of it. */
  private static final long MOST_BYTES = 1L << 50;

  private static final long MOST_ROUNDS = 1_000_000;

  private static final String MAGIC = "# ringside-step ";

  private static final List<String> COLUMNS =
      List.of("nranks", "algorithm", "protocol", "tokens", "bytes", "calls", "step_us", "round");

  @Override
  public String kind() {
    return "step-sweep";
  }

  @Override
  public boolean detects(Peek peek) {
    return peek.firstChar() == MAGIC.charAt(0) && peek.text().stripLeading().startsWith(MAGIC);
  }

  @Override
  public void read(DocumentInput in, TraceSink sink) throws IOException {
    new CommentedTable(in, sink, COLUMNS)
        .read((row, offset) -> row(row, offset, sink), c -> note(c, sink));
  }

  private static void row(CSVRecord row, long offset, TraceSink sink) {
    sink.record(
        new StepRow(
            Math.toIntExact(number(row, "nranks", 2, Integer.MAX_VALUE)),
            row.get("algorithm"),
            row.get("protocol"),
            number(row, "tokens", 0, MOST_BYTES),
            number(row, "bytes", 1, MOST_BYTES),
            Math.toIntExact(number(row, "calls", 1, Integer.MAX_VALUE)),
            positive(row.get("step_us")),
            Math.toIntExact(number(row, "round", 0, MOST_ROUNDS))),
        offset);
  }

  private static long number(CSVRecord row, String column, long least, long most) {
    long value = Long.parseLong(row.get(column));
    if (value < least || value > most) {
      throw new IllegalArgumentException(column + " " + value + " is out of range");
    }
    return value;
  }

  private static double positive(String text) {
    double value = Double.parseDouble(text);
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new NumberFormatException("no duration: " + text);
    }
    return value;
  }

  private static void note(String comment, TraceSink sink) {
    int colon = comment.indexOf(": ");
    if (comment.startsWith("ringside-step ")) {
      sink.record(new BenchmarkNote("test", "step"), -1);
    } else if (colon > 0) {
      String key = comment.substring(0, colon).strip();
      String value = comment.substring(colon + 1).strip();
      sink.record(new BenchmarkNote(key, value), -1);
      if (key.equals("env")) {
        for (String setting : value.split("[\\s,]+(?=[A-Z0-9_]+=)", -1)) {
          variable(setting, sink);
        }
      }
    }
  }

  private static void variable(String setting, TraceSink sink) {
    int equals = setting.indexOf('=');
    if (equals > 0) {
      sink.record(
          new BenchmarkNote("env." + setting.substring(0, equals), setting.substring(equals + 1)),
          -1);
    }
  }
}
