package dev.ringside.trace.io;

import static dev.ringside.trace.io.JsonWindow.DAMAGED;
import static dev.ringside.trace.io.JsonWindow.NEED_MORE;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Cuts a long JSON document into its objects, so that a JSON parser need only see those that
 * matter, and so that one damaged object does not take the rest with it.
 *
 * <p>It knows strings and brackets and nothing else of JSON. Damage is what no JSON writer makes: a
 * line break inside a string, brackets that do not pair, letters outside strings, or a sign that
 * the next object has begun. Behind damage the next object that begins and ends well is taken.
 *
 * <pre>{@code
 * JsonObjects objects = JsonObjects.ofArray(in, "traceEvents", "ph", "name");
 * for (JsonObjects.Piece p = objects.next(); p != JsonObjects.Piece.END; p = objects.next()) {
 *   if (p == JsonObjects.Piece.OBJECT) {
 *     parse(objects.bytes(), objects.from(), objects.to() - objects.from());
 *   }
 * }
 * }</pre>
 */
public final class JsonObjects {
  /** Longer objects count as damage: the limit bounds the memory, a parsed tree included. */
  public static final int MAX_OBJECT_BYTES = 4 << 20;

  /** Deeper nesting counts as damage; it also bounds how often a damaged stretch is looked at. */
  public static final int MAX_DEPTH = 60;

  private static final byte PLAIN = 0;
  private static final byte QUOTE = 1;
  private static final byte OPEN = 2;
  private static final byte CLOSE = 3;
  private static final byte FOREIGN = 4;
  private static final byte[] CLASS = classes();

  /** What {@link #next} has found. */
  public enum Piece {
    /** Another member of the outer object: {@link #key} and the bytes of its value. */
    MEMBER,
    /** One of the objects. */
    OBJECT,
    /** Bytes that belong to no sound object. */
    DAMAGE,
    /** The document ends; {@link #complete} says whether it was closed. */
    END
  }

  private enum Place {
    START,
    MEMBERS,
    ARRAY,
    AFTER
  }

  private final JsonWindow window;
  private final boolean lines;
  private final byte[] array;
  private final byte[] mark;
  private final byte[] picked;
  private Place place;
  private boolean outerObject;
  private int from;
  private int to;
  private int pickedFrom;
  private int pickedTo;
  private boolean marked;
  private String key = "";

  private JsonObjects(
      JsonWindow window, boolean lines, String array, String mark, String picked, Place place) {
    this.window = window;
    this.lines = lines;
    this.array = array.getBytes(StandardCharsets.UTF_8);
    this.mark = mark.getBytes(StandardCharsets.UTF_8);
    this.picked = picked.getBytes(StandardCharsets.UTF_8);
    this.place = place;
  }

  /**
   * The objects of one array.
   *
   * @param array name of the member that holds the objects; a document that is itself an array is
   *     read as well
   * @param mark key that every object of the array has once, and nothing inside it has
   * @param picked key whose string value is wanted without parsing, see {@link #pickedFrom}
   */
  public static JsonObjects ofArray(InputStream in, String array, String mark, String picked) {
    JsonWindow window = new JsonWindow(in, MAX_OBJECT_BYTES);
    return new JsonObjects(window, false, array, mark, picked, Place.START);
  }

  /**
   * Objects that follow each other, each on one line or spread over many; none inside another
   * begins a line.
   */
  public static JsonObjects ofLines(InputStream in) {
    return ofLines(in, MAX_OBJECT_BYTES);
  }

  /**
   * As above.
   *
   * @param maxBytes longest object that is taken
   */
  public static JsonObjects ofLines(InputStream in, int maxBytes) {
    return new JsonObjects(new JsonWindow(in, maxBytes), true, "", "", "", Place.ARRAY);
  }

  /** The buffer that holds the current piece, valid until the next call of {@link #next}. */
  public byte[] bytes() {
    return window.bytes();
  }

  public int from() {
    return from;
  }

  public int to() {
    return to;
  }

  /** Where the value of the picked key begins, behind its quote; -1 where the object has none. */
  public int pickedFrom() {
    return pickedFrom;
  }

  /** Where the value of the picked key ends, before its closing quote. */
  public int pickedTo() {
    return pickedTo;
  }

  /** Offset of the current piece in the stream. */
  public long offset() {
    return window.base() + from;
  }

  /** Name of the current {@link Piece#MEMBER}. */
  public String key() {
    return key;
  }

  /** Whether the document was closed where it ended. */
  public boolean complete() {
    return place == Place.AFTER;
  }

  /** Whether the current piece ends where the stream does. */
  public boolean isLast() {
    return to == window.end() && window.isExhausted();
  }

  /** Moves on to the next piece. */
  public Piece next() throws IOException {
    from = to;
    while (skipBlanks()) {
      byte b = window.bytes()[from];
      switch (place) {
        case START -> {
          outerObject = b != '[';
          if (b != '{' && b != '[') {
            place = Place.MEMBERS;
            return damage();
          }
          enter(outerObject ? Place.MEMBERS : Place.ARRAY);
        }
        case MEMBERS -> {
          if (b == '}') {
            enter(Place.AFTER);
          } else if (b != '"' || !member()) {
            return damage();
          } else if (place == Place.MEMBERS) {
            return Piece.MEMBER;
          }
        }
        case ARRAY -> {
          if (b == ']' && !lines) {
            enter(outerObject ? Place.MEMBERS : Place.AFTER);
          } else {
            return b == '{' && object() ? Piece.OBJECT : damage();
          }
        }
        case AFTER -> {
          return damage();
        }
      }
    }
    to = from;
    return Piece.END;
  }

  private void enter(Place next) {
    place = next;
    from++;
  }

  /** Moves {@code from} to the next byte that is neither blank nor a comma; false at the end. */
  private boolean skipBlanks() throws IOException {
    while (true) {
      byte[] a = window.bytes();
      int end = window.end();
      while (from < end
          && (a[from] <= ' ' ? a[from] >= 0 || place == Place.START : a[from] == ',')) {
        from++;
      }
      if (from < end) {
        return true;
      }
      if (!advance()) {
        return false;
      }
    }
  }

  private boolean advance() throws IOException {
    long before = window.base();
    boolean more = window.advance(from);
    from -= (int) (window.base() - before);
    return more;
  }

  /**
   * At the quote of a member's name: steps into the array, or sets the piece to the member's value;
   * false where it is damaged.
   */
  private boolean member() throws IOException {
    while (true) {
      int nameEnd = window.stringEnd(from + 1);
      int colon = window.blanksEnd(nameEnd);
      boolean named = colon >= 0 && window.bytes()[colon] == ':';
      int value = named ? window.blanksEnd(colon + 1) : colon >= 0 ? DAMAGED : colon;
      if (value >= 0
          && window.bytes()[value] == '['
          && window.holds(from + 1, nameEnd - 1, array)) {
        from = value;
        enter(Place.ARRAY);
        return true;
      }
      int end = value < 0 ? value : valueEnd(value);
      if (end >= 0) {
        key = new String(window.bytes(), from + 1, nameEnd - from - 2, StandardCharsets.UTF_8);
        from = value;
        to = end;
        return true;
      }
      if (end == DAMAGED || !advance()) {
        return false;
      }
    }
  }

  private int valueEnd(int at) {
    return switch (CLASS[window.bytes()[at] & 0xff]) {
      case OPEN -> nestedEnd(at);
      case QUOTE -> window.stringEnd(at + 1);
      case PLAIN -> scalarEnd(at);
      default -> DAMAGED;
    };
  }

  private int scalarEnd(int at) {
    byte[] a = window.bytes();
    for (int i = at; i < window.end(); i++) {
      if (a[i] == ',' || a[i] == '}' || a[i] == '\n') {
        return i > at ? i : DAMAGED;
      }
    }
    return NEED_MORE;
  }

  /** Sets the piece to the object at {@code from}; false where it is damaged or has no end. */
  private boolean object() throws IOException {
    int end = nestedEnd(from);
    while (end == NEED_MORE && advance()) {
      end = nestedEnd(from);
    }
    to = end;
    return end >= 0;
  }

  /** Takes everything up to the next sound object, or to the end, as one damaged piece. */
  private Piece damage() throws IOException {
    int length = 1;
    while (true) {
      if (length > window.bytes().length / 2) {
        break; // the next piece is damage again: memory stays bounded
      }
      int at = from + length;
      if (at >= window.end()) {
        if (advance()) {
          continue;
        }
        break;
      }
      byte b = window.bytes()[at];
      if (b == '{' && mayBegin(at)) {
        int end = nestedEnd(at);
        if (end == NEED_MORE && advance()) {
          continue;
        }
        if (end >= 0 && (marked || lines)) {
          place = Place.ARRAY;
          break;
        }
      } else if (b == '"' && beginsArray(at)) {
        break;
      }
      length++;
    }
    to = Math.min(from + length, window.end());
    return Piece.DAMAGE;
  }

  private boolean mayBegin(int at) {
    return !lines || window.bytes()[at - 1] == '\n';
  }

  private boolean beginsArray(int at) {
    int close = at + array.length + 2;
    return place == Place.MEMBERS && !lines && window.isName(at + 1, close, array);
  }

  /**
   * End of the object or array at {@code start}; on the way the mark and the picked key are noted.
   */
  private int nestedEnd(int start) {
    byte[] a = window.bytes();
    int end = window.end();
    int depth = 0;
    long kinds = 0; // a bit a level: 1 object, 0 array
    marked = false;
    pickedFrom = -1;
    int i = start;
    while (i < end) {
      byte b = a[i];
      switch (CLASS[b & 0xff]) {
        case PLAIN -> {
          // Blanks and numbers come in long rows: a loop of its own spares a switch for each.
          do {
            i++;
          } while (i < end && CLASS[a[i] & 0xff] == PLAIN);
        }
        case OPEN -> {
          if (++depth > MAX_DEPTH || (lines && depth > 1 && b == '{' && a[i - 1] == '\n')) {
            return DAMAGED;
          }
          kinds = kinds << 1 | (b == '{' ? 1 : 0);
          i++;
        }
        case CLOSE -> {
          if ((kinds & 1) != (b == '}' ? 1 : 0)) {
            return DAMAGED;
          }
          kinds >>>= 1;
          i++;
          if (--depth == 0) {
            return i;
          }
        }
        case QUOTE -> {
          int close = window.stringEnd(i + 1);
          if (close < 0) {
            return close;
          }
          if ((kinds & 1) != 0 && !note(i + 1, close, depth)) {
            return DAMAGED;
          }
          i = close;
        }
        default -> {
          return DAMAGED;
        }
      }
    }
    return i - start >= window.limit() ? DAMAGED : NEED_MORE;
  }

  /** Looks at a string inside an object; false where it is the mark in a place that cannot be. */
  private boolean note(int at, int close, int depth) {
    int length = close - 1 - at;
    if (length == 0) {
      return true;
    }
    if (length == mark.length && window.isName(at, close, mark)) {
      if (marked || depth != 1) {
        return false;
      }
      marked = true;
    } else if (depth == 1 && length == picked.length && window.isName(at, close, picked)) {
      int value = window.blanksEnd(window.blanksEnd(close) + 1);
      int valueEnd =
          value >= 0 && window.bytes()[value] == '"' ? window.stringEnd(value + 1) : NEED_MORE;
      if (valueEnd > 0) {
        pickedFrom = value + 1;
        pickedTo = valueEnd - 1;
      }
    }
    return true;
  }

  private static byte[] classes() {
    byte[] classes = new byte[256];
    Arrays.fill(classes, FOREIGN);
    // numbers, literals (also NaN, Infinity, nan and inf, which writers of traces let slip through)
    for (char c : " \t\r\n:,+-.0123456789Eeaftruylnsi NI".toCharArray()) {
      classes[c] = PLAIN;
    }
    classes['"'] = QUOTE;
    classes['{'] = OPEN;
    classes['['] = OPEN;
    classes['}'] = CLOSE;
    classes[']'] = CLOSE;
    return classes;
  }
}
