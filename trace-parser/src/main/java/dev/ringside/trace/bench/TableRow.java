package dev.ringside.trace.bench;

import dev.ringside.trace.record.BenchmarkRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
  private static final int MOST_NUMBERS = 2 * WIDE_GROUP + 1;

  /** Count, type, operator and root in front of two groups. */
  private static final int MOST_OF_REST = 4 + 2 * GROUP;

  private static final int LONGEST_NAME = 8;

  private static final Set<String> RED_OPS =
      Set.of("sum", "prod", "min", "max", "avg", "mulsum", "none");

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
    List<Word> words = words(text);
    if (startsRow(words)) {
      return fromHead(words);
    }
    boolean numbers = !words.isEmpty() && words.stream().allMatch(Word::isNumber);
    boolean piece = fragment ? numbers || mayStartRow(words) : isRest(words);
    return piece ? part(words) : OTHER;
  }

  /** The end of a row from any column on: a whole group at its end, and little in front. */
  private static boolean isRest(List<Word> words) {
    int n = words.size();
    return n >= GROUP
        && n <= MOST_OF_REST
        && looksLikeGroup(words.subList(n - GROUP, n))
        && words.stream().allMatch(w -> w.isNumber() || w.isOfName());
  }

  /** Whether a piece may be the first one, cut behind the size at the earliest. */
  static boolean mayStartRow(String piece) {
    return mayStartRow(words(piece));
  }

  private static boolean mayStartRow(List<Word> words) {
    int named = Math.min(words.size(), 4);
    return !words.isEmpty()
        && words.get(0).isWhole()
        && (named < 2 || words.get(1).isWhole())
        && words.subList(Math.min(2, named), named).stream()
            .allMatch(w -> w.isNumber() || w.isOfName())
        && words.subList(named, words.size()).stream().allMatch(Word::isNumber);
  }

  /** Whether a piece has the size, count and type that only the first one has. */
  static boolean startsRow(String piece) {
    return startsRow(words(piece));
  }

  /** The row that the pieces make, once they are complete. */
  static Optional<BenchmarkRow> join(String pieces) {
    return read(pieces, false) instanceof Row complete
        ? Optional.of(complete.row())
        : Optional.empty();
  }

  /** A word and how many blanks stand in front of it. */
  private record Word(String text, int blanks) {
    boolean isWhole() {
      return isDigits(text, 0) && text.length() <= 18;
    }

    boolean isInteger() {
      return isDigits(text, text.startsWith("-") ? 1 : 0) && text.length() <= 9;
    }

    boolean isNumber() {
      char first = text.charAt(0);
      boolean numeric = (first >= '0' && first <= '9') || first == '.' || first == '-';
      return numeric
          ? !Double.isNaN(value()) || text.endsWith("nan")
          : text.equals("N/A") || isOdd();
    }

    /** What printf makes of a division by zero. */
    private boolean isOdd() {
      return text.equals("nan") || text.equals("inf");
    }

    double value() {
      char last = text.charAt(text.length() - 1);
      return (last >= '0' && last <= '9') || last == '.' ? TableWords.number(text) : Double.NaN;
    }

    /** A type or an operator, or a part of one. */
    boolean isOfName() {
      return text.length() <= LONGEST_NAME && text.chars().allMatch(Character::isLetterOrDigit);
    }

    boolean isCount() {
      int e = text.indexOf('e');
      return text.equals("N/A") || isDigits(e < 0 ? text : text.substring(0, e), 0);
    }

    boolean isDate() {
      return text.length() == 10 && text.charAt(4) == '-' && text.charAt(7) == '-';
    }
  }

  private static boolean isDigits(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return text.length() > from;
  }

  private static List<Word> words(String text) {
    List<Word> words = new ArrayList<>(MOST_NUMBERS);
    int at = 0;
    while (at < text.length()) {
      int from = at;
      while (from < text.length() && text.charAt(from) <= ' ') {
        from++;
      }
      int to = from;
      while (to < text.length() && text.charAt(to) > ' ') {
        to++;
      }
      if (to > from) {
        words.add(new Word(text.substring(from, to), from - at));
      }
      at = to;
    }
    return words;
  }

  private static boolean startsRow(List<Word> words) {
    return words.size() >= 4
        && words.get(0).isWhole()
        && words.get(1).isWhole()
        && BenchmarkRun.elementBytes(words.get(2).text()) > 0
        && (RED_OPS.contains(words.get(3).text()) || words.get(3).isNumber());
  }

  private static Line fromHead(List<Word> words) {
    boolean redOp = RED_OPS.contains(words.get(3).text());
    List<Word> rest = withoutTime(words.subList(redOp ? 4 : 3, words.size()));
    if (rest.size() > MOST_NUMBERS || !rest.stream().allMatch(Word::isNumber)) {
      return OTHER;
    }
    // A root is there where one number is left over; a row cut behind it ends with the root.
    boolean hasRoot = rest.size() % GROUP == 1 && rest.get(0).isInteger();
    if (!hasRoot && !rest.isEmpty() && rest.get(0).value() < 0) {
      return part(words); // no time is negative: the root stands where one is missing
    }
    int root = hasRoot ? Integer.parseInt(rest.get(0).text()) : -1;
    List<Word> numbers = hasRoot ? rest.subList(1, rest.size()) : rest;
    String op = redOp ? words.get(3).text() : "";
    if (numbers.size() == 2 * GROUP || numbers.size() == 2 * WIDE_GROUP) {
      int half = numbers.size() / 2;
      return row(words, op, root, numbers.subList(0, half), numbers.subList(half, 2 * half));
    }
    boolean blankGroup = !numbers.isEmpty() && numbers.get(0).blanks() >= LEAST_BLANK_GROUP;
    if (blankGroup && (numbers.size() == GROUP || numbers.size() == WIDE_GROUP)) {
      return row(words, op, root, List.of(), numbers);
    }
    return numbers.size() < 2 * GROUP ? part(words) : OTHER;
  }

  private static List<Word> withoutTime(List<Word> words) {
    int n = words.size();
    return n >= 2 && words.get(n - 2).isDate() ? words.subList(0, n - 2) : words;
  }

  private static Part part(List<Word> words) {
    return new Part(String.join(" ", words.stream().map(Word::text).toList()));
  }

  private static Row row(
      List<Word> head, String redOp, int root, List<Word> outOfPlace, List<Word> inPlace) {
    return new Row(
        new BenchmarkRow(
            "",
            Long.parseLong(head.get(0).text()),
            Long.parseLong(head.get(1).text()),
            head.get(2).text(),
            redOp,
            root,
            at(outOfPlace, 0),
            at(outOfPlace, 1),
            at(outOfPlace, 2),
            wrong(outOfPlace),
            at(inPlace, 0),
            at(inPlace, 1),
            at(inPlace, 2),
            wrong(inPlace)));
  }

  private static double at(List<Word> group, int i) {
    return group.isEmpty() ? Double.NaN : group.get(i).value();
  }

  /** Groups of eight end with spreads of the iterations or, in some builds, with this number. */
  private static long wrong(List<Word> group) {
    if (group.isEmpty()) {
      return -1;
    }
    Word word = group.get(3).isCount() ? group.get(3) : group.get(group.size() - 1);
    return Double.isNaN(word.value()) ? -1 : Math.round(word.value());
  }

  /** Four numbers on a line of their own: bandwidths have a fraction, the last is a count. */
  private static boolean looksLikeGroup(List<Word> numbers) {
    return numbers.get(1).text().indexOf('.') >= 0
        && numbers.get(2).text().indexOf('.') >= 0
        && numbers.get(3).isCount();
  }
}
