package dev.ringside.trace.io;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/** Text in UTF-16, as Windows shells redirect output, read as UTF-8. */
public final class Utf16 {

  private static final int CHARS = 16 * 1024;

  private Utf16() {}

  /** Whether the source begins with the mark of UTF-16, in either byte order. */
  public static boolean isHere(Peek peek) {
    return peek.startsWith(0xff, 0xfe) || peek.startsWith(0xfe, 0xff);
  }

  /** The same text in UTF-8, without the mark. */
  public static InputStream utf8(InputStream utf16) {
    Reader reader = new BufferedReader(new InputStreamReader(utf16, StandardCharsets.UTF_16));
    return new InputStream() {
      private final char[] chars = new char[CHARS];
      private byte[] bytes = new byte[0];
      private int at;

      @Override
      public int read() throws IOException {
        return at < bytes.length || fill() ? bytes[at++] & 0xff : -1;
      }

      @Override
      public int read(byte[] into, int from, int max) throws IOException {
        if (at == bytes.length && !fill()) {
          return -1;
        }
        int n = Math.min(max, bytes.length - at);
        System.arraycopy(bytes, at, into, from, n);
        at += n;
        return n;
      }

      /** Never cuts a pair of surrogates: the reader is asked for the second one. */
      private boolean fill() throws IOException {
        int n = reader.read(chars, 0, CHARS - 1);
        if (n <= 0) {
          return false;
        }
        if (Character.isHighSurrogate(chars[n - 1])) {
          int low = reader.read();
          chars[n] = (char) low;
          n += low < 0 ? 0 : 1;
        }
        bytes = new String(chars, 0, n).getBytes(StandardCharsets.UTF_8);
        at = 0;
        return true;
      }

      @Override
      public void close() throws IOException {
        reader.close();
      }
    };
  }
}
