package dev.ringside.trace.bench;

import dev.ringside.trace.record.BenchmarkDevice;
import dev.ringside.trace.record.BenchmarkNote;
import dev.ringside.trace.record.TraceRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Comment lines of nccl-tests and rccl-tests: options, device list, column titles, footer. */
final class TableHeader {
  private static final Pattern OPTIONS =
      Pattern.compile(
          "#\\s*nThread (\\d+) nGpus (\\d+) minBytes (\\d+) maxBytes (\\d+) step: (\\S+) (.*)");
  private static final Pattern OPTION = Pattern.compile("([a-z][a-z ]*[a-z]): *(\\S+)");
  private static final Pattern DEVICE =
      Pattern.compile(
          "#\\s*Rank\\s+(\\d{1,9})\\s+(?:Group\\s+(\\d{1,9})\\s+)?Pid\\s+(\\d{1,18})\\s+on\\s+(\\S+)"
              + "\\s+device\\s+(\\d{1,9})\\s+\\[([^\\]]*)\\]\\s*(.*)");
  private static final Pattern VERSION =
      Pattern.compile(
          "#\\s*nccl-tests version (\\S+)(?: nccl-headers=(\\d+))?(?: nccl-library=(\\d{1,9}))?.*");
  private static final Pattern RCCL_VERSION = Pattern.compile("#?\\s*rccl-tests: Version (\\S*).*");
  private static final Pattern STARTING =
      Pattern.compile("#\\s*Collective test starting: (\\S+).*");
  private static final Pattern WRONG =
      Pattern.compile("#\\s*Out of bounds values\\s*:\\s*(\\d+)\\s*(\\S*).*");
  private static final Pattern AVERAGE =
      Pattern.compile("#\\s*Avg bus bandwidth\\s*:\\s*([-+.\\deE]+).*");
  private static final Pattern ERROR = Pattern.compile("#\\s*error: (.*)");
  private static final Pattern COLUMNS = Pattern.compile("#\\s*(size\\s+count\\s+.*)");

  private TableHeader() {}

  /** What the line says; empty where it is no line of a benchmark. */
  static List<TraceRecord> read(String text) {
    Matcher m = OPTIONS.matcher(text);
    if (m.matches()) {
      return options(m);
    }
    m = DEVICE.matcher(text);
    if (m.matches()) {
      return List.of(device(m));
    }
    m = VERSION.matcher(text);
    if (m.matches()) {
      return version(m);
    }
    return note(text);
  }

  private static List<TraceRecord> note(String text) {
    Matcher m = STARTING.matcher(text);
    if (m.matches()) {
      return List.of(new BenchmarkNote("test", testName(m.group(1))));
    }
    m = WRONG.matcher(text);
    if (m.matches()) {
      return List.of(
          new BenchmarkNote("wrong_total", m.group(1)),
          new BenchmarkNote("wrong_verdict", m.group(2)));
    }
    m = AVERAGE.matcher(text);
    if (m.matches()) {
      return List.of(new BenchmarkNote("avg_busbw", m.group(1)));
    }
    m = ERROR.matcher(text);
    if (m.matches()) {
      return List.of(new BenchmarkNote("error", m.group(1).strip()));
    }
    m = COLUMNS.matcher(text);
    if (m.matches()) {
      return List.of(new BenchmarkNote("columns", m.group(1).strip().replaceAll("\\s+", " ")));
    }
    m = RCCL_VERSION.matcher(text);
    return m.matches() ? List.of(new BenchmarkNote("rccl_tests", m.group(1))) : List.of();
  }

  /** {@code ./build/all_reduce_perf} is the test {@code all_reduce}. */
  static String testName(String program) {
    String name = program.substring(program.lastIndexOf('/') + 1);
    int mpi = name.endsWith("_mpi") ? name.length() - 4 : name.length();
    name = name.substring(0, mpi);
    return name.endsWith("_perf") ? name.substring(0, name.length() - 5) : name;
  }

  /** NCCL's version code: major × 10000 + minor × 100 + patch since 2.9, × 1000 before. */
  static String release(int code) {
    return code >= 10_000
        ? code / 10_000 + "." + code / 100 % 100 + "." + code % 100
        : code / 1000 + "." + code / 100 % 10 + "." + code % 100;
  }

  private static List<TraceRecord> options(Matcher m) {
    List<TraceRecord> notes = new ArrayList<>();
    notes.add(new BenchmarkNote("nthreads", m.group(1)));
    notes.add(new BenchmarkNote("ngpus", m.group(2)));
    notes.add(new BenchmarkNote("min_bytes", m.group(3)));
    notes.add(new BenchmarkNote("max_bytes", m.group(4)));
    notes.add(new BenchmarkNote("step", m.group(5)));
    Matcher option = OPTION.matcher(m.group(6));
    while (option.find()) {
      notes.add(new BenchmarkNote(option.group(1).replace(' ', '_'), option.group(2)));
    }
    return notes;
  }

  private static BenchmarkDevice device(Matcher m) {
    return new BenchmarkDevice(
        Integer.parseInt(m.group(1)),
        m.group(2) == null ? 0 : Integer.parseInt(m.group(2)),
        Long.parseLong(m.group(3)),
        m.group(4),
        Integer.parseInt(m.group(5)),
        m.group(6),
        m.group(7).strip());
  }

  private static List<TraceRecord> version(Matcher m) {
    List<TraceRecord> notes = new ArrayList<>();
    notes.add(new BenchmarkNote("nccl_tests", m.group(1)));
    if (m.group(3) != null) {
      notes.add(new BenchmarkNote("nccl", release(Integer.parseInt(m.group(3)))));
    }
    return notes;
  }
}
