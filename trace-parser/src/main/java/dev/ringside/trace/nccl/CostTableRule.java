package dev.ringside.trace.nccl;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.CostTableRow;
import dev.ringside.trace.record.CostTableRow.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * The cost table of a new communicator (flag TUNING, rank 0; NCCL src/graph/tuning.cc): cells
 * between bars, in two or three blocks, or under one header {@code Latency/AlgBw | Tree/ LL | …} in
 * older releases.
 */
final class CostTableRule implements Rule {

  @Override
  public boolean take(NcclRecord record) {
    Cursor c = record.cursor();
    c.blanks();
    int begin = c.at();
    Kind kind = header(c);
    Collective op = Collective.UNKNOWN;
    if (kind == Kind.DATA) {
      c.at(begin);
      op = OperationName.read(c);
      if (op == Collective.UNKNOWN) {
        return false;
      }
    }
    c.blanks();
    if (!c.skip("|")) {
      return false;
    }
    List<String> cells = cells(c.rest());
    if (cells.isEmpty()) {
      record.torn();
    } else {
      record.emit(new CostTableRow(record.site(), kind, op, cells));
    }
    return true;
  }

  private static Kind header(Cursor c) {
    if (c.skip("Algorithm ")) {
      return Kind.ALGORITHMS;
    }
    if (c.skip("Protocol ")) {
      return Kind.PROTOCOLS;
    }
    if (c.skip("Max NThreads ")) {
      return Kind.MAX_THREADS;
    }
    return c.skip("Latency/AlgBw ") ? Kind.COMBINED : Kind.DATA;
  }

  /** Empty where the last cell has no bar behind it: the line was cut. */
  private static List<String> cells(String text) {
    if (!text.endsWith("|")) {
      return List.of();
    }
    List<String> cells = new ArrayList<>();
    for (String cell : text.substring(0, text.length() - 1).split("\\|", -1)) {
      cells.add(cell.strip().replaceAll("\\s*/\\s*", "/"));
    }
    return cells;
  }
}
