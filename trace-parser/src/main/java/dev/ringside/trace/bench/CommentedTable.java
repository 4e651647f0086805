package dev.ringside.trace.bench;

import dev.ringside.trace.io.DocumentInput;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.TraceSink;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** A CSV table with a header line and {@code #} comments; rows that cannot be used are losses. */
final class CommentedTable {
  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT
          .builder()
          .setHeader()
          .setSkipHeaderRecord(true)
          .setCommentMarker('#')
          .setIgnoreSurroundingSpaces(true)
          .setAllowMissingColumnNames(true)
          .get();

  private final DocumentInput in;
  private final TraceSink sink;
  private final List<String> columns;

  /**
   * @param columns columns that every row has to have
   */
  CommentedTable(DocumentInput in, TraceSink sink, List<String> columns) {
    this.in = in;
    this.sink = sink;
    this.columns = columns;
  }

  /** Takes one row; throws IllegalArgumentException where a field of it cannot be used. */
  interface RowReader {
    void read(CSVRecord row, long offset);
  }

  void read(RowReader rows, Consumer<String> comments) throws IOException {
    Reader reader = new InputStreamReader(in.stream(), StandardCharsets.UTF_8);
    try (CSVParser parser = FORMAT.parse(reader)) {
      if (parser.hasHeaderComment()) {
        parser.getHeaderComment().lines().map(String::strip).forEach(comments);
      }
      if (!new HashSet<>(parser.getHeaderNames()).containsAll(columns)) {
        lose("unknown-columns", Severity.ERROR, 0, "the table needs the columns " + columns);
        return;
      }
      records(parser.iterator(), parser.getHeaderNames(), rows, comments);
      if (parser.hasTrailerComment()) {
        parser.getTrailerComment().lines().map(String::strip).forEach(comments);
      }
    } catch (CSVException | UncheckedIOException | IllegalArgumentException e) {
      lose(
          "damaged-table",
          Severity.DATA_LOSS,
          -1,
          "the rest of the table is unreadable: " + e.getMessage());
    }
  }

  private void records(
      Iterator<CSVRecord> records, List<String> names, RowReader rows, Consumer<String> comments) {
    while (records.hasNext()) {
      CSVRecord row = records.next();
      if (row.getComment() != null) {
        row.getComment().lines().map(String::strip).forEach(comments);
      }
      if (row.size() == names.size() && row.get(0).equals(names.get(0))) {
        continue; // header of a second table behind the first
      }
      try {
        rows.read(row, row.getCharacterPosition());
      } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
        lose(
            "damaged-row",
            Severity.DATA_LOSS,
            row.getCharacterPosition(),
            String.format(Locale.ROOT, "row %d: %s", row.getRecordNumber(), e.getMessage()));
      }
    }
  }

  private void lose(String name, Severity severity, long offset, String detail) {
    sink.loss(new Loss(name, severity, in.source().name(), offset, detail));
  }
}
