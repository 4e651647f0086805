package dev.ringside.trace.io;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A stretch of a JSON stream in memory, which can be moved on and made longer; it finds the ends of
 * blanks and strings in what is loaded.
 */
final class JsonWindow {
  /** The answer where what is loaded ends too early. */
  static final int NEED_MORE = -1;

  /** The answer where no JSON writer can have made this. */
  static final int DAMAGED = -2;

  /** One read: from 256 KiB to 4 MiB equally fast, below that system calls show. */
  static final int CHUNK = 1 << 20;

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long QUOTES = '"' * ONES;
  private static final long BACKSLASHES = '\\' * ONES;
  private static final long LINE_FEEDS = '\n' * ONES;

  private final InputStream in;
  private final int limit;
  private byte[] bytes;
  private int end;
  private long base;
  private boolean exhausted;

  /**
   * @param limit the longest stretch that is ever kept
   */
  JsonWindow(InputStream in, int limit) {
    this.in = in;
    this.limit = limit;
    this.bytes = new byte[Math.min(CHUNK, limit)];
  }

  /** The longest stretch that is ever kept. */
  int limit() {
    return limit;
  }

  byte[] bytes() {
    return bytes;
  }

  /** First index behind what is loaded. */
  int end() {
    return end;
  }

  /** Offset in the stream of index 0. */
  long base() {
    return base;
  }

  /**
   * Drops everything before {@code keep}, which becomes index 0, and loads more behind it.
   *
   * @return whether something was loaded; false at the end of the stream, and where the stretch to
   *     keep has reached the limit
   */
  boolean advance(int keep) throws IOException {
    if (exhausted) {
      return false;
    }
    int kept = end - keep;
    if (kept == bytes.length) {
      if (bytes.length >= limit) {
        return false;
      }
      bytes = Arrays.copyOf(bytes, (int) Math.min(limit, 2L * bytes.length));
    }
    System.arraycopy(bytes, keep, bytes, 0, kept);
    base += keep;
    int wanted = bytes.length - kept;
    int got = in.readNBytes(bytes, kept, wanted);
    end = kept + got;
    exhausted = got < wanted;
    return got > 0;
  }

  /** Whether the stream has no bytes behind the window. */
  boolean isExhausted() {
    return exhausted;
  }

  /** First index behind the closing quote of a string whose content begins at {@code i}. */
  int stringEnd(int i) {
    byte[] a = bytes;
    int at = i;
    while (true) {
      at = nextSpecial(a, at, end);
      if (at >= end) {
        return NEED_MORE;
      }
      byte b = a[at];
      if (b == '"') {
        return at + 1;
      }
      if (b == '\n') {
        return DAMAGED;
      }
      at += b == '\\' ? 2 : 1;
    }
  }

  /**
   * Index of the next quote, backslash or line feed, or one at or behind {@code end}. Eight bytes
   * at a time: strings are most of a trace, and this takes a third off the whole scan.
   */
  private static int nextSpecial(byte[] a, int from, int end) {
    int i = from;
    for (; i + 8 <= a.length && i < end; i += 8) {
      long word = Bytes.word(a, i);
      long hit = zeros(word ^ QUOTES) | zeros(word ^ BACKSLASHES) | zeros(word ^ LINE_FEEDS);
      if (hit != 0) {
        return i + Bytes.firstMarked(hit);
      }
    }
    while (i < end && a[i] != '"' && a[i] != '\\' && a[i] != '\n') {
      i++;
    }
    return i;
  }

  /** The top bit of each byte that is zero; above the lowest such byte perhaps of others too. */
  private static long zeros(long word) {
    return (word - ONES) & ~word & HIGHS;
  }

  /** First index at or behind {@code i} that holds no blank; a negative answer is handed on. */
  int blanksEnd(int i) {
    for (int at = i; at >= 0 && at < end; at++) {
      if (bytes[at] > ' ' || bytes[at] < 0) {
        return at;
      }
    }
    return i < 0 ? i : NEED_MORE;
  }

  /** Whether exactly {@code word} stands from {@code at} to {@code to}. */
  boolean holds(int at, int to, byte[] word) {
    return to <= end && to - at == word.length && Bytes.startsWith(bytes, at, to, word);
  }

  /**
   * Whether {@code name} stands there as the name of a member; {@code close} is behind its quote.
   */
  boolean isName(int at, int close, byte[] name) {
    int colon = holds(at, close - 1, name) ? blanksEnd(close) : NEED_MORE;
    return colon >= 0 && bytes[colon] == ':';
  }
}
