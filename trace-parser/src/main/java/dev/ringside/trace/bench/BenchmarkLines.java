package dev.ringside.trace.bench;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.io.LineGrammar;
import dev.ringside.trace.record.BenchmarkNote;
import dev.ringside.trace.record.BenchmarkRowPart;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.TraceRecord;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lines that nccl-tests and rccl-tests print. Each line is pushed for itself; {@link BenchmarkRuns}
 * makes tables of them.
 */
public final class BenchmarkLines implements LineGrammar {
  private static final byte[] PERF = Bytes.of("_perf");
  private static final byte[] RCCL = Bytes.of("rccl-tests: Version");

  /** The program's name, then its options: a shell's echo of what it starts. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?:.*[\\s/]|)((?:all_reduce|all_gather|reduce_scatter|alltoallv?|broadcast|reduce|gather"
              + "|scatter|sendrecv|hypercube)_perf(?:_mpi)?)((?: +-{1,2}[a-zA-Z]\\S*(?: +[^-\\s]\\S*)?)*)\\s*");

  /** Longest line that can be a row with every column there is, with room to spare. */
  private static final int LONGEST_ROW = 512;

  /** Longest comment or command line; others are somebody else's. */
  private static final int LONGEST_LINE = 8192;

  @Override
  public boolean accept(byte[] text, int from, int to, LineContext line) {
    int at = Bytes.blanksEnd(text, from, to);
    if (at == to || to - at > LONGEST_LINE) {
      return false;
    }
    if (text[at] == '#' && FlattenedTable.isHere(text, at, to)) {
      return flattened(FlattenedTable.lines(Bytes.text(text, at, to)), line);
    }
    if (text[at] == '#' || Bytes.startsWith(text, at, to, RCCL)) {
      return push(TableHeader.read(Bytes.text(text, at, to).stripTrailing()), line);
    }
    if (to - from <= LONGEST_ROW && (mayBeRow(text[at]) || line.isFragment())) {
      TableRow.Line read = TableRow.read(Bytes.text(text, from, to), line.isFragment());
      if (read instanceof TableRow.Row row) {
        line.sink().record(row.row(), line.offset());
        return true;
      }
      if (read instanceof TableRow.Part part) {
        line.sink().record(new BenchmarkRowPart(part.text()), line.offset());
        return true;
      }
    }
    return Bytes.indexOf(text, at, to, PERF) >= 0 && command(Bytes.text(text, at, to), line);
  }

  /** Rows begin with a number; the rest of one that was cut may begin inside a name. */
  private static boolean mayBeRow(byte first) {
    return Bytes.isDigit(first) || first == '-' || first == '.' || (first >= 'a' && first <= 'z');
  }

  private static boolean flattened(List<String> lines, LineContext line) {
    boolean any = false;
    for (String one : lines) {
      if (one.startsWith("#")) {
        any |= push(TableHeader.read(one), line);
      } else if (TableRow.read(one, false) instanceof TableRow.Row row) {
        line.sink().record(row.row(), line.offset());
        any = true;
      }
    }
    if (any) {
      line.loss(
          "flattened-lines", Severity.INFO, lines.size() + " lines of a benchmark stand on one");
    }
    return any;
  }

  private static boolean push(List<TraceRecord> records, LineContext line) {
    for (TraceRecord record : records) {
      line.sink().record(record, line.offset());
    }
    return !records.isEmpty();
  }

  private static boolean command(String text, LineContext line) {
    Matcher m = COMMAND.matcher(text);
    if (!m.matches()) {
      return false;
    }
    line.sink().record(new BenchmarkNote("command", text.strip()), line.offset());
    return true;
  }
}
