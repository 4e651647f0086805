package dev.ringside.trace.io;

import java.nio.charset.StandardCharsets;

/** The first bytes of a source, behind decompression. */
public final class Peek {

  /** How much detection sees. Enough to look behind the environment block of a trace's header. */
  public static final int SIZE = 64 * 1024;

  /** Binary formats show it in their first bytes; of ten thousand logs each byte more is felt. */
  private static final int LOOKED_AT = 8 * 1024;

  /** So many zero bytes are no number of a binary format's header. */
  private static final int LEAST_ZEROS = 64;

  private static final int[] MARK = {0xef, 0xbb, 0xbf};

  private final byte[] bytes;
  private final int length;
  private String text = "";

  /** Of an array that nobody changes any more, at most {@link #SIZE} long. */
  public Peek(byte[] bytes) {
    this(bytes, bytes.length);
  }

  /** Of the first {@code length} bytes of an array that nobody changes while this is asked. */
  Peek(byte[] bytes, int length) {
    this.bytes = bytes;
    this.length = length;
  }

  public boolean isEmpty() {
    return length == 0;
  }

  /** The bytes as characters 0 to 255: ASCII stands as it is. */
  public String text() {
    // Most sources are logs, of which nobody asks for more than the first line.
    if (text.isEmpty()) {
      text = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }
    return text;
  }

  /** What stands before the first line end, as in {@link #text}. */
  public String firstLine() {
    int end = 0;
    while (end < length && bytes[end] != '\n' && bytes[end] != '\r') {
      end++;
    }
    return new String(bytes, 0, end, StandardCharsets.ISO_8859_1);
  }

  /** First character that is no blank; 0 where there is none. */
  public char firstChar() {
    for (int i = hasMark() ? MARK.length : 0; i < length; i++) {
      if ((bytes[i] & 0xff) > ' ') {
        return (char) (bytes[i] & 0xff);
      }
    }
    return 0;
  }

  /** Whether the source begins with the byte order mark of UTF-8, as some editors put there. */
  public boolean hasMark() {
    return startsWith(MARK);
  }

  public boolean contains(String ascii) {
    return text().contains(ascii);
  }

  /** Whether the source begins with exactly these bytes, each given as 0 to 255. */
  public boolean startsWith(int... magic) {
    if (length < magic.length) {
      return false;
    }
    for (int i = 0; i < magic.length; i++) {
      if ((bytes[i] & 0xff) != magic[i]) {
        return false;
      }
    }
    return true;
  }

  /** RFC 1952, with the one method that there is. */
  boolean isGzip() {
    return startsWith(0x1f, 0x8b, 8);
  }

  /** RFC 8878. */
  boolean isZstd() {
    return startsWith(0x28, 0xb5, 0x2f, 0xfd);
  }

  /** The .xz file format, 2.1.1.1. */
  boolean isXz() {
    return startsWith(0xfd, '7', 'z', 'X', 'Z', 0);
  }

  /**
   * Whether it begins as what {@link Decompression} opens; its bytes may look like damaged text.
   */
  public boolean isCompressed() {
    return isGzip() || isZstd() || isXz();
  }

  /**
   * Whether it has more bytes that no text has than damage to a text explains: a log that was cut
   * while it was written has some zeros. UTF-16 counts as binary too.
   */
  public boolean isBinary() {
    int odd = 0;
    int begin = zerosEnd();
    if (begin == SIZE) {
      return false; // a log goes on behind the megabytes that rotation took from it
    }
    int end = Math.min(length, begin + LOOKED_AT);
    int i = begin;
    while (i < end) {
      if (i + Long.BYTES <= end && !Bytes.hasControl(bytes, i)) {
        i += Long.BYTES;
      } else {
        odd += isOdd(bytes[i++]) ? 1 : 0;
      }
    }
    return begin == end || odd > (end - begin) / 64;
  }

  private static boolean isOdd(byte b) {
    return b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != 0x1b && b != '\b';
  }

  /** Logs that were emptied while they were written begin with zero bytes, often many. */
  private int zerosEnd() {
    int end = 0;
    while (end < length && bytes[end] == 0) {
      end++;
    }
    return end < LEAST_ZEROS ? 0 : end;
  }
}
