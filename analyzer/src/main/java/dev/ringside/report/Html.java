package dev.ringside.report;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/** Writes nested elements; whatever is text is escaped, so nothing foreign becomes markup. */
final class Html {
  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /** For text and for attribute values in double quotes. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    String plain = Plain.line(text);
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }

  /** Begins an element; {@code attributes} are names and values in turn. */
  Html open(String element, String... attributes) {
    tag(element, attributes);
    open.push(element);
    return this;
  }

  Html close() {
    out.append("</").append(open.pop()).append(">\n");
    return this;
  }

  /** An element with text alone. */
  Html text(String element, String text, String... attributes) {
    tag(element, attributes);
    out.append(escape(text)).append("</").append(element).append(">\n");
    return this;
  }

  /** Text inside the element that is open. */
  Html text(String text) {
    out.append(escape(text));
    return this;
  }

  /** Markup of our own. */
  Html markup(String trusted) {
    out.append(trusted);
    return this;
  }

  private void tag(String element, String... attributes) {
    out.append('<').append(element);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"").append(escape(attributes[i + 1]));
      out.append('"');
    }
    out.append('>');
  }

  /** A table whose columns sort on a click on their title; one without any text is left out. */
  Html table(String caption, List<Column> columns, List<List<Cell>> rows) {
    List<Integer> shown =
        IntStream.range(0, columns.size())
            .filter(i -> rows.stream().anyMatch(r -> r.get(i).hasText()))
            .boxed()
            .toList();
    open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", caption);
    open("table", "class", "sortable");
    text("caption", caption);
    open("thead").open("tr");
    for (int i : shown) {
      Column c = columns.get(i);
      open("th", "scope", "col", "aria-sort", "none", "class", c.isNumber() ? "number" : "word");
      text("button", c.title(), "type", "button");
      close();
    }
    close().close().open("tbody");
    for (List<Cell> row : rows) {
      open("tr");
      for (int i : shown) {
        Cell cell = row.get(i);
        String kind =
            columns.get(i).isNumber() ? "number " : cell.isLong() ? "word long " : "word ";
        open("td", "class", (kind + cell.style()).strip(), "data-key", cell.key())
            .text(cell.text());
        if (!cell.note().isEmpty()) {
          text("small", cell.note());
        }
        close();
      }
      close();
    }
    return close().close().close();
  }

  /** A column; numbers stand right and sort by value. */
  record Column(String title, boolean isNumber) {}

  /** What a cell shows, what it sorts by, the class of its protocol or sign, and what is below. */
  record Cell(String text, String key, String style, String note) {
    private static final int LONG = 50;

    static Cell of(String text) {
      return new Cell(text, text, "", "");
    }

    static Cell of(String text, double key) {
      return new Cell(text, Double.isNaN(key) ? "" : Double.toString(key), "", "");
    }

    Cell styled(String as) {
      return new Cell(text, key, as, note);
    }

    Cell noted(String below) {
      return new Cell(text, key, style, below);
    }

    /** Whether a narrow column would make many lines of it. */
    private boolean isLong() {
      return text.length() > LONG;
    }

    private boolean hasText() {
      return !text.isEmpty();
    }
  }

  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("open elements: " + open);
    }
    return out.toString();
  }
}
