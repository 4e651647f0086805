package dev.ringside.trace.bench;

import dev.ringside.trace.record.BenchmarkRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Data rows of nccl-tests and rccl-tests, of every release: {@code size count type [redop] [root]},
 * then an out-of-place and an in-place group of {@code time algbw busbw #wrong}. Which columns a
 * release has, a row tells by itself (nccl-tests src/common.cu and util.cu; redop and root stand in
 * every test since 2.13, eight numbers a group since 2.19.2 with -I, a closing time stamp since
 * 2.17.6 with -S).
 */
final class TableRow {
  /** 32 blanks stand for an out-of-place group that was not run; a row that was cut has fewer. */
  private static final int LEAST_BLANK_GROUP = 30;

  private static final int GROUP = 4;
  private static final int WIDE_GROUP = 8;

  private static final Pattern HEAD =
      Pattern.compile(
          "\\s*(\\d{1,18})\\s+(\\d{1,18})\\s+([a-z][a-z0-9_]{2,11})"
              + "(?:\\s+(sum|prod|min|max|avg|mulsum|none))?(?:\\s+(-?\\d{1,9})(?=\\s|$))?");
  private static final Pattern TIME_STAMP =
      Pattern.compile("\\s+\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\s*$");
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(\\d+(\\.\\d*)?|\\.\\d+)(e[-+]?\\d+)?|-?nan|-?inf|N/A");
  private static final Pattern WHOLE = Pattern.compile("\\d+(e[-+]\\d+)?|N/A");

  private TableRow() {}

  /** What a line is to a table. */
  sealed interface Line permits Row, Part, Other {}

  /** A complete row. */
  record Row(BenchmarkRow row) implements Line {}

  /** A piece of a row. */
  record Part(String text) implements Line {}

  /** Not of a table. */
  record Other() implements Line {}

  private static final Line OTHER = new Other();

  /**
   * @param fragment whether another writer is known to have cut the line: then any run of numbers
   *     may be a piece
   */
  static Line read(String text, boolean fragment) {
    Matcher head = HEAD.matcher(text);
    if (head.lookingAt() && BenchmarkRun.elementBytes(head.group(3)) > 0) {
      return fromHead(text, head);
    }
    List<String> numbers = numbers(text.strip());
    boolean piece =
        fragment ? !numbers.isEmpty() : numbers.size() == GROUP && looksLikeGroup(numbers);
    return piece ? new Part(String.join(" ", numbers)) : OTHER;
  }

  private static Line fromHead(String text, Matcher head) {
    String untimed = TIME_STAMP.matcher(text).replaceFirst("");
    // Without a root column the first number of the groups was taken for one.
    boolean noRoot = head.group(5) != null && isTime(untimed, head.end(5));
    int end = noRoot || head.group(5) == null ? headEnd(head) : head.end(5);
    String rest = untimed.substring(Math.min(end, untimed.length()));
    if (rest.isBlank()) {
      return head.group(4) == null && head.group(5) == null ? OTHER : part(untimed);
    }
    List<String> numbers = numbers(rest.strip());
    if (numbers.isEmpty()) {
      return OTHER;
    }
    int root = noRoot || head.group(5) == null ? -1 : Integer.parseInt(head.group(5));
    int blanks = rest.length() - rest.stripLeading().length();
    if (numbers.size() == 2 * GROUP || numbers.size() == 2 * WIDE_GROUP) {
      int half = numbers.size() / 2;
      return new Row(row(head, root, numbers.subList(0, half), numbers.subList(half, 2 * half)));
    }
    if (blanks >= LEAST_BLANK_GROUP && (numbers.size() == GROUP || numbers.size() == WIDE_GROUP)) {
      return new Row(row(head, root, List.of(), numbers));
    }
    return numbers.size() < 2 * GROUP ? part(untimed) : OTHER;
  }

  /** Whether a number behind which eight (or sixteen) less one follow is a time and no root. */
  private static boolean isTime(String text, int end) {
    int behind = numbers(text.substring(end).strip()).size();
    return behind == 2 * GROUP - 1 || behind == GROUP - 1 || behind == 2 * WIDE_GROUP - 1;
  }

  private static int headEnd(Matcher head) {
    return head.group(4) != null ? head.end(4) : head.end(3);
  }

  private static Part part(String text) {
    return new Part(text.strip().replaceAll("\\s+", " "));
  }

  private static BenchmarkRow row(
      Matcher head, int root, List<String> outOfPlace, List<String> inPlace) {
    return new BenchmarkRow(
        "",
        Long.parseLong(head.group(1)),
        Long.parseLong(head.group(2)),
        head.group(3),
        head.group(4) == null ? "" : head.group(4),
        root,
        at(outOfPlace, 0),
        at(outOfPlace, 1),
        at(outOfPlace, 2),
        wrong(outOfPlace),
        at(inPlace, 0),
        at(inPlace, 1),
        at(inPlace, 2),
        wrong(inPlace));
  }

  private static double at(List<String> group, int i) {
    return group.isEmpty() ? Double.NaN : number(group.get(i));
  }

  /** Groups of eight end with spreads of the iterations or, in some builds, with this number. */
  private static long wrong(List<String> group) {
    if (group.isEmpty()) {
      return -1;
    }
    String word = group.get(3);
    if (!WHOLE.matcher(word).matches()) {
      word = group.get(group.size() - 1);
    }
    double value = number(word);
    return Double.isNaN(value) ? -1 : Math.round(value);
  }

  private static double number(String word) {
    return Character.isDigit(word.charAt(word.length() - 1))
            || word.charAt(word.length() - 1) == '.'
        ? Double.parseDouble(word)
        : Double.NaN;
  }

  /** The words of the text; none where one is no number. */
  private static List<String> numbers(String text) {
    List<String> words = new ArrayList<>();
    for (String word : text.split("\\s+", -1)) {
      if (!NUMBER.matcher(word).matches()) {
        return List.of();
      }
      words.add(word);
    }
    return words;
  }

  /** Four numbers on a line of their own: bandwidths have a fraction, the last is a count. */
  private static boolean looksLikeGroup(List<String> numbers) {
    return numbers.get(1).indexOf('.') >= 0
        && numbers.get(2).indexOf('.') >= 0
        && WHOLE.matcher(numbers.get(3)).matches();
  }

  /** Whether a piece has the size, count and type that only the first one has. */
  static boolean startsRow(String piece) {
    return HEAD.matcher(piece).lookingAt();
  }

  /** The row that the pieces make, once they are complete. */
  static Optional<BenchmarkRow> join(String pieces) {
    return read(pieces, false) instanceof Row complete
        ? Optional.of(complete.row())
        : Optional.empty();
  }
}
