package dev.ringside.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Aligned columns of text; a column whose cells are all empty is left out. */
final class TextTable {
  private static final String GAP = "  ";

  private final List<Column> columns = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * @param rank which columns go first where the terminal is narrow, from 1; 0 stays
   */
  private record Column(String title, boolean alignsRight, int rank) {}

  TextTable left(String title) {
    columns.add(new Column(title, false, 0));
    return this;
  }

  TextTable right(String title) {
    columns.add(new Column(title, true, 0));
    return this;
  }

  /** The column before may be left out where the terminal is narrow; lower ranks go first. */
  TextTable minor(int rank) {
    Column last = columns.remove(columns.size() - 1);
    columns.add(new Column(last.title(), last.alignsRight(), rank));
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
    return lines(indent, Integer.MAX_VALUE);
  }

  /** The same, without the minor columns that do not fit; a last line names those. */
  List<String> lines(String indent, int width) {
    List<Integer> shown =
        new ArrayList<>(
            IntStream.range(0, columns.size()).filter(i -> width(i) > 0).boxed().toList());
    List<String> left = new ArrayList<>();
    while (indent.length() + width(shown) > width) {
      Optional<Integer> next =
          shown.stream()
              .filter(i -> columns.get(i).rank() > 0)
              .min(Comparator.comparingInt(i -> columns.get(i).rank()));
      if (next.isEmpty()) {
        break;
      }
      shown.remove(next.get());
      left.add(columns.get(next.get()).title());
    }
    List<String> lines = new ArrayList<>();
    lines.add(indent + line(columns.stream().map(Column::title).toList(), shown));
    rows.forEach(r -> lines.add(indent + line(r, shown)));
    left.removeIf(String::isEmpty);
    if (!left.isEmpty()) {
      String missing = "(too narrow for " + String.join(", ", left) + ")";
      Wrap.at(missing, width - indent.length()).forEach(l -> lines.add(indent + l));
    }
    return lines;
  }

  private int width(List<Integer> shown) {
    int gaps = GAP.length() * Math.max(0, shown.size() - 1);
    return gaps + shown.stream().mapToInt(this::width).sum();
  }

  private String line(List<String> cells, List<Integer> shown) {
    StringBuilder line = new StringBuilder();
    for (int i : shown) {
      int width = width(i);
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
