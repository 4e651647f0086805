package dev.ringside.trace.engine;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Splits what Python prints of objects: {@code key=value, …} of a dataclass and {@code 'key':
 * value, …} of a dictionary. Values may hold commas inside quotes and brackets, so they are
 * scanned, not split; a text that was cut in the middle gives what stands before the cut.
 */
final class PythonValues {

  private PythonValues() {}

  /**
   * Members by name, in order. Values stay as printed, without the quotes of a plain string; nested
   * objects stay text, which can be split again.
   *
   * @param text from behind the opening bracket, if there is one; the end is the bracket that
   *     closes what was open before, or the end of the text
   */
  static Map<String, String> members(String text) {
    Map<String, String> members = new LinkedHashMap<>();
    int at = 0;
    while (at < text.length()) {
      int end = itemEnd(text, at);
      String item = text.substring(at, end).strip();
      int split = separator(item);
      if (split > 0) {
        members.putIfAbsent(
            unquote(item.substring(0, split).strip()), unquote(item.substring(split + 1).strip()));
      }
      if (end < text.length() && text.charAt(end) != ',') {
        break;
      }
      at = end + 1;
    }
    return members;
  }

  /** Index of the comma or closing bracket behind the item that begins at {@code at}. */
  private static int itemEnd(String text, int at) {
    int depth = 0;
    for (int i = at; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\'' || c == '"') {
        i = closingQuote(text, i);
      } else if (c == '(' || c == '[' || c == '{') {
        depth++;
      } else if (c == ')' || c == ']' || c == '}') {
        if (--depth < 0) {
          return i;
        }
      } else if (c == ',' && depth == 0) {
        return i;
      }
    }
    return text.length();
  }

  private static int closingQuote(String text, int open) {
    for (int i = open + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == text.charAt(open)) {
        return i;
      }
    }
    return text.length();
  }

  /** The first {@code =} or {@code :} outside quotes. */
  private static int separator(String item) {
    for (int i = 0; i < item.length(); i++) {
      char c = item.charAt(i);
      if (c == '\'' || c == '"') {
        i = closingQuote(item, i);
      } else if (c == '=' || c == ':') {
        return i;
      }
    }
    return -1;
  }

  private static String unquote(String value) {
    int last = value.length() - 1;
    boolean quoted =
        last > 0
            && (value.charAt(0) == '\'' || value.charAt(0) == '"')
            && closingQuote(value, 0) == last;
    return quoted ? value.substring(1, last) : value;
  }
}
