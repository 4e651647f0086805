package dev.ringside.trace.bench;

import dev.ringside.trace.io.DocumentInput;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.TraceSink;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * A CSV table with a header line and {@code #} comments; rows that cannot be used are losses. No
 * field goes on in the next line, so that a stray quote costs its own row and no other.
 */
final class CommentedTable {
  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT
          .builder()
          .setIgnoreSurroundingSpaces(true)
          .setAllowMissingColumnNames(true)
          .get();

  /** Longer lines are no rows; the limit bounds the memory for one endless line. */
  private static final int LONGEST_LINE = 1 << 16;

  private static final String BYTE_ORDER_MARK = "\ufeff";

  private final DocumentInput in;
  private final TraceSink sink;
  private final List<String> columns;
  private CSVFormat named = FORMAT;
  private List<String> names = List.of();
  private int rows;

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

  void read(RowReader reader, Consumer<String> comments) throws IOException {
    InputStream bytes = new BufferedInputStream(in.stream());
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    long begin = 0;
    long at = 0;
    int next;
    do {
      next = bytes.read();
      at++;
      if (next >= 0 && next != '\n') {
        if (line.size() <= LONGEST_LINE) {
          line.write(next);
        }
        continue;
      }
      if (!line(line.size(), line.toString(StandardCharsets.UTF_8), begin, reader, comments)) {
        return;
      }
      line.reset();
      begin = at;
    } while (next >= 0);
  }

  /** Whether the table can be read on. */
  private boolean line(
      int length, String read, long offset, RowReader reader, Consumer<String> comments) {
    String line = offset == 0 && read.startsWith(BYTE_ORDER_MARK) ? read.substring(1) : read;
    if (length > LONGEST_LINE) {
      lose("damaged-row", Severity.DATA_LOSS, offset, "longer than " + LONGEST_LINE + " bytes");
    } else if (line.strip().startsWith("#")) {
      comments.accept(line.strip().substring(1).strip());
    } else if (!line.isBlank()) {
      return names.isEmpty() ? header(line, offset) : row(line, offset, reader);
    }
    return true;
  }

  private boolean header(String line, long offset) {
    try {
      names = record(FORMAT, line).map(CSVRecord::toList).orElse(List.of());
      named = FORMAT.builder().setHeader(names.toArray(new String[0])).get();
    } catch (IllegalArgumentException | UncheckedIOException | IOException e) {
      names = List.of();
    }
    if (names.containsAll(columns)) {
      return true;
    }
    lose("unknown-columns", Severity.ERROR, offset, "the table needs the columns " + columns);
    return false;
  }

  private boolean row(String line, long offset, RowReader reader) {
    rows++;
    try {
      Optional<CSVRecord> row = record(named, line);
      boolean isHeader = row.isPresent() && row.get().toList().equals(names);
      if (row.isPresent() && !isHeader) { // a second table may stand behind the first
        reader.read(row.get(), offset);
      }
    } catch (IllegalArgumentException
        | ArrayIndexOutOfBoundsException
        | UncheckedIOException
        | IOException e) {
      lose(
          "damaged-row",
          Severity.DATA_LOSS,
          offset,
          String.format(Locale.ROOT, "row %d: %s", rows, e.getMessage()));
    }
    return true;
  }

  private static Optional<CSVRecord> record(CSVFormat format, String line) throws IOException {
    try (CSVParser parser = format.parse(new StringReader(line))) {
      return parser.stream().findFirst();
    }
  }

  private void lose(String name, Severity severity, long offset, String detail) {
    sink.loss(new Loss(name, severity, in.source().name(), offset, detail));
  }
}
