package dev.ringside.trace;

import dev.ringside.trace.io.Decompression;
import dev.ringside.trace.io.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Turns offsets of records into line numbers, for the few that are shown: readers count bytes,
 * people count lines.
 *
 * <pre>{@code
 * Map<Long, Long> lines = LineNumbers.of(Path.of("nccl.log"), List.of(loss.offset()));
 * }</pre>
 */
public final class LineNumbers {
  private static final int CHUNK = 1 << 16;

  private LineNumbers() {}

  /**
   * Lines by offset, counted from 1. Offsets behind the end of the file, and those of a file that
   * has no lines or can no longer be read, are absent.
   *
   * @param offsets bytes behind decompression
   */
  public static Map<Long, Long> of(Path file, Collection<Long> offsets) {
    Deque<Long> wanted = new ArrayDeque<>(new TreeSet<>(offsets).tailSet(0L));
    Map<Long, Long> lines = new TreeMap<>();
    if (wanted.isEmpty() || !Files.isRegularFile(file)) {
      return lines;
    }
    try (InputStream raw = Files.newInputStream(file)) {
      Decompression opened = Decompression.open(raw, Limits.DEFAULT);
      if (!opened.peek().isBinary()) {
        count(opened.stream(), wanted, lines);
      }
    } catch (IOException e) {
      // The file has been read before: what is wrong with it was reported then.
      return lines;
    }
    return lines;
  }

  private static void count(InputStream in, Deque<Long> wanted, Map<Long, Long> lines)
      throws IOException {
    byte[] chunk = new byte[CHUNK];
    long at = 0;
    long line = 1;
    for (int n = in.read(chunk); n > 0 && !wanted.isEmpty(); n = in.read(chunk)) {
      for (int i = 0; i < n && !wanted.isEmpty(); i++) {
        if (wanted.getFirst() == at + i) {
          lines.put(wanted.removeFirst(), line);
        }
        line += chunk[i] == '\n' ? 1 : 0;
      }
      at += n;
    }
  }
}
