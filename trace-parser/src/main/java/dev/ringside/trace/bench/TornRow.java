package dev.ringside.trace.bench;

import dev.ringside.trace.record.BenchmarkRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Pieces of one row until they make it whole. A row may be cut between two columns or inside one,
 * and blanks at a cut are lost, so each further piece is tried both ways.
 */
final class TornRow {
  /** Twice as many texts with each piece behind the first; rows are cut in three at most. */
  private static final int MOST_TEXTS = 8;

  private List<String> texts = new ArrayList<>();

  /** Whether the piece cannot go on with what is there: it begins a row, or there are too many. */
  boolean isEnded(String piece) {
    return !texts.isEmpty() && (texts.size() >= MOST_TEXTS || TableRow.startsRow(piece));
  }

  /** Takes a piece; the row, once it is whole. */
  Optional<BenchmarkRow> add(String piece) {
    if (texts.isEmpty()) {
      if (TableRow.mayStartRow(piece)) {
        texts.add(piece);
      }
      return Optional.empty();
    }
    List<String> next = new ArrayList<>();
    for (String blank : List.of(" ", "")) {
      texts.forEach(t -> next.add(t + blank + piece));
    }
    for (String text : next) {
      Optional<BenchmarkRow> row = TableRow.join(text).filter(TornRow::isConsistent);
      if (row.isPresent()) {
        texts.clear();
        return row;
      }
    }
    texts = next;
    return Optional.empty();
  }

  /** Sizes are whole multiples of counts; a digit that went with the other writer shows here. */
  private static boolean isConsistent(BenchmarkRow row) {
    long bytes = row.count() * BenchmarkRun.elementBytes(row.type());
    return bytes == 0 ? row.size() == 0 : row.size() % bytes == 0;
  }

  /** Gives up; whether there was the begin of a row, its type included. */
  boolean drop() {
    boolean wasRow = texts.stream().anyMatch(TableRow::startsRow);
    texts.clear();
    return wasRow;
  }
}
