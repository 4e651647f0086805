package dev.ringside.report;

import java.util.ArrayList;
import java.util.List;

/** Aligned columns of text; a column whose cells are all empty is left out. */
final class TextTable {
  private static final String GAP = "  ";

  private final List<Column> columns = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();

  private record Column(String title, boolean alignsRight) {}

  TextTable left(String title) {
    columns.add(new Column(title, false));
    return this;
  }

  TextTable right(String title) {
    columns.add(new Column(title, true));
    return this;
  }

  TextTable row(List<String> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalStateException(cells.size() + " cells for " + columns.size() + " columns");
    }
    rows.add(List.copyOf(cells));
    return this;
  }

  /** Title line and rows, each behind {@code indent}. */
  List<String> lines(String indent) {
    List<String> lines = new ArrayList<>();
    lines.add(indent + line(columns.stream().map(Column::title).toList()));
    rows.forEach(r -> lines.add(indent + line(r)));
    return lines;
  }

  private String line(List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      int width = width(i);
      if (width == 0) {
        continue;
      }
      String pad = " ".repeat(width - length(cells.get(i)));
      line.append(line.isEmpty() ? "" : GAP);
      line.append(columns.get(i).alignsRight() ? pad + cells.get(i) : cells.get(i) + pad);
    }
    return line.toString().stripTrailing();
  }

  private int width(int column) {
    int widest = 0;
    for (List<String> row : rows) {
      widest = Math.max(widest, length(row.get(column)));
    }
    return widest == 0 ? 0 : Math.max(widest, length(columns.get(column).title()));
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
