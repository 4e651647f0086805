package dev.ringside.trace.torch;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a Python pickle as data. It builds lists, tuples (as lists), maps, numbers, strings,
 * booleans and None (as an empty {@link Optional}) and nothing else: an opcode that names a class
 * or calls something stops it, whatever the class (opcodes: CPython Lib/pickletools.py, protocols 0
 * to 5).
 */
final class PickleReader {

  /** Most opcodes: bounds the time. */
  static final int MAX_STEPS = 50_000_000;

  /** Most bytes that what was built may take, by a rough count: bounds the memory. */
  static final long MAX_BYTES = 40L << 20;

  /** Longest string or number in bytes. */
  static final int MAX_LENGTH = 1 << 20;

  /** Why a pickle was not read. */
  static final class UnreadablePickleException extends IOException {
    private static final long serialVersionUID = 1L;
    private final transient Object partial;

    UnreadablePickleException(String message, Object partial) {
      super(message);
      this.partial = partial;
    }

    /** The outermost value as far as it was filled; an empty map where there was none. */
    Object partial() {
      return partial;
    }
  }

  private static final Object MARK = new Object();

  private final InputStream in;
  private final List<Object> stack = new ArrayList<>();
  private final Map<Integer, Object> memo = new HashMap<>();
  private final Set<String> unwanted;
  private long position;
  private long steps;
  private long bytes;

  private PickleReader(InputStream in, Set<String> unwanted) {
    this.in = in;
    this.unwanted = unwanted;
  }

  /**
   * The value of a pickle.
   *
   * @param unwanted keys whose values are dropped as soon as they are built
   * @throws UnreadablePickleException where it is cut, damaged, too large or not plain data
   * @throws IOException where the stream fails
   */
  static Object read(InputStream in, Set<String> unwanted) throws IOException {
    return new PickleReader(in, unwanted).run();
  }

  private Object run() throws IOException {
    try {
      while (true) {
        int opcode = in.read();
        position++;
        if (opcode < 0) {
          throw unreadable("the pickle ends before its STOP");
        }
        if (opcode == '.') {
          return pop();
        }
        step(opcode);
        if (++steps > MAX_STEPS || bytes > MAX_BYTES) {
          throw unreadable("larger than any flight recorder");
        }
      }
    } catch (IndexOutOfBoundsException | ClassCastException | NumberFormatException e) {
      throw unreadable("damaged: " + e.getClass().getSimpleName());
    }
  }

  private void step(int opcode) throws IOException {
    switch (opcode) {
      case 0x80 -> take(1); // PROTO
      case 0x95 -> take(8); // FRAME
      case '(' -> stack.add(MARK);
      case '0' -> pop();
      case '1' -> popToMark();
      case '2' -> push(top());
      case 'N' -> push(Optional.empty());
      case 0x88 -> push(true);
      case 0x89 -> push(false);
      case 'J' -> push((long) ByteBuffer.wrap(take(4)).order(ByteOrder.LITTLE_ENDIAN).getInt());
      case 'K' -> push(unsigned(1));
      case 'M' -> push(unsigned(2));
      case 0x8a -> push(longOf(take((int) unsigned(1))));
      case 0x8b -> push(longOf(take(length(unsigned(4)))));
      case 'I', 'L' -> push(decimal(line()));
      case 'G' -> push(ByteBuffer.wrap(take(8)).getDouble());
      case 'F' -> push(Double.parseDouble(line()));
      default -> {
        if (!text(opcode) && !container(opcode) && !memo(opcode)) {
          throw unreadable(
              String.format("opcode 0x%02x builds something that is no plain data", opcode));
        }
      }
    }
  }

  private boolean text(int opcode) throws IOException {
    switch (opcode) {
      case 'X' -> push(utf8(take(length(unsigned(4)))));
      case 0x8c -> push(utf8(take((int) unsigned(1))));
      case 0x8d -> push(utf8(take(length(unsigned(8)))));
      case 'V' -> push(line());
      case 'U' -> push(utf8(take((int) unsigned(1))));
      case 'T' -> push(utf8(take(length(unsigned(4)))));
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean container(int opcode) throws IOException {
    switch (opcode) {
      case ']' -> push(new ArrayList<Object>());
      case '}' -> push(new LinkedHashMap<Object, Object>());
      case ')' -> push(new ArrayList<Object>());
      case 0x85 -> push(tuple(1));
      case 0x86 -> push(tuple(2));
      case 0x87 -> push(tuple(3));
      case 't', 'l' -> push(popToMark());
      case 'd' -> push(fill(new LinkedHashMap<>(), popToMark()));
      case 'a' -> {
        Object item = pop();
        list(top()).add(item);
      }
      case 'e' -> {
        List<Object> items = popToMark();
        list(top()).addAll(items);
      }
      case 's' -> {
        List<Object> pair = tuple(2);
        fill(map(top()), pair);
      }
      case 'u' -> {
        List<Object> pairs = popToMark();
        fill(map(top()), pairs);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean memo(int opcode) throws IOException {
    switch (opcode) {
      case 'q' -> memo.put((int) unsigned(1), top());
      case 'r' -> memo.put((int) unsigned(4), top());
      case 'p' -> memo.put(Integer.parseInt(line()), top());
      case 0x94 -> memo.put(memo.size(), top());
      case 'h' -> push(remembered((int) unsigned(1)));
      case 'j' -> push(remembered((int) unsigned(4)));
      case 'g' -> push(remembered(Integer.parseInt(line())));
      default -> {
        return false;
      }
    }
    return true;
  }

  private Object remembered(int index) throws IOException {
    Object value = memo.get(index);
    if (value == null) {
      throw unreadable("memo " + index + " was never filled");
    }
    return value;
  }

  private void push(Object value) {
    stack.add(value);
    bytes += cost(value);
  }

  private Object top() {
    return stack.get(stack.size() - 1);
  }

  private Object pop() throws IOException {
    Object value = stack.remove(stack.size() - 1);
    if (value == MARK) {
      throw unreadable("a value is missing");
    }
    return value;
  }

  private List<Object> popToMark() {
    int mark = stack.lastIndexOf(MARK);
    List<Object> tail = stack.subList(mark, stack.size());
    List<Object> items = new ArrayList<>(tail.subList(1, tail.size()));
    tail.clear();
    return items;
  }

  private List<Object> tuple(int n) throws IOException {
    List<Object> items = new ArrayList<>(n);
    for (int i = 0; i < n; i++) {
      items.add(pop());
    }
    Collections.reverse(items);
    return items;
  }

  private Map<Object, Object> fill(Map<Object, Object> map, List<Object> pairs) {
    for (int i = 0; i < pairs.size(); i += 2) {
      Object key = scalar(pairs.get(i));
      Object value = pairs.get(i + 1);
      if (key instanceof String text && unwanted.contains(text)) {
        bytes -= deepCost(value, 3);
      } else {
        map.put(key, value);
      }
    }
    return map;
  }

  /**
   * Bytes of a value, without what is in it: a reference, and the object where it is not shared.
   */
  private static long cost(Object value) {
    if (value instanceof Map) {
      return 120;
    }
    if (value instanceof List) {
      return 64;
    }
    return value instanceof Number ? 32 : 8;
  }

  private static long deepCost(Object value, int depth) {
    long total = cost(value);
    if (depth > 0 && value instanceof List<?> list) {
      for (Object item : list) {
        total += deepCost(item, depth - 1);
      }
    } else if (depth > 0 && value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        total += cost(entry.getKey()) + deepCost(entry.getValue(), depth - 1);
      }
    }
    return total;
  }

  /** Keys are numbers or text: a list as a key could contain the map itself. */
  private static Object scalar(Object key) {
    return key instanceof List || key instanceof Map ? "(no scalar)" : key;
  }

  @SuppressWarnings("unchecked")
  private static List<Object> list(Object value) {
    return (List<Object>) value;
  }

  @SuppressWarnings("unchecked")
  private static Map<Object, Object> map(Object value) {
    return (Map<Object, Object>) value;
  }

  private byte[] take(int n) throws IOException {
    byte[] bytes = in.readNBytes(n);
    position += bytes.length;
    if (bytes.length < n) {
      throw unreadable("the pickle ends inside a value");
    }
    return bytes;
  }

  private long unsigned(int bytes) throws IOException {
    byte[] raw = take(bytes);
    long value = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      value = value << 8 | (raw[i] & 0xff);
    }
    return value;
  }

  private int length(long length) throws IOException {
    if (length < 0 || length > MAX_LENGTH) {
      throw unreadable("a value of " + Long.toUnsignedString(length) + " bytes");
    }
    return (int) length;
  }

  /** Little-endian two's complement, as many bytes as the number needs. */
  private static Object longOf(byte[] raw) {
    if (raw.length == 0) {
      return 0L;
    }
    byte[] bigEndian = new byte[raw.length];
    for (int i = 0; i < raw.length; i++) {
      bigEndian[i] = raw[raw.length - 1 - i];
    }
    BigInteger value = new BigInteger(bigEndian);
    return value.bitLength() < 64 ? (Object) value.longValue() : value.toString();
  }

  /** Protocol 0 writes booleans as {@code I00} and {@code I01}, long numbers with a closing L. */
  private static Object decimal(String line) {
    if (line.equals("00") || line.equals("01")) {
      return line.equals("01");
    }
    return Long.parseLong(line.endsWith("L") ? line.substring(0, line.length() - 1) : line);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0 || line.length() > MAX_LENGTH) {
        throw unreadable("the pickle ends inside a value");
      }
      line.append((char) c);
      position++;
    }
    position++;
    return line.toString();
  }

  private String utf8(byte[] text) {
    bytes += 48 + text.length;
    return new String(text, StandardCharsets.UTF_8);
  }

  private UnreadablePickleException unreadable(String what) {
    return new UnreadablePickleException(what + " (byte " + (position - 1) + ")", partial());
  }

  /** What was built so far: everything that stands open is put into what it was meant for. */
  private Object partial() {
    while (stack.lastIndexOf(MARK) > 0) {
      List<Object> items = popToMark();
      if (top() instanceof List) {
        list(top()).addAll(items);
      } else if (top() instanceof Map) {
        fill(map(top()), items.subList(0, items.size() / 2 * 2));
      }
    }
    return stack.isEmpty() || stack.get(0) == MARK ? Map.of() : stack.get(0);
  }
}
