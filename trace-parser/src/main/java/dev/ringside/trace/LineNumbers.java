package dev.ringside.trace;

import dev.ringside.trace.io.Decompression;
import dev.ringside.trace.io.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
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
    return of(file, offsets, 0, 1);
  }

  /**
   * As above for offsets at or behind {@code from}, which lies in line {@code line}: what stands in
   * front of it need not be read again.
   */
  public static Map<Long, Long> of(Path file, Collection<Long> offsets, long from, long line) {
    Deque<Long> wanted = new ArrayDeque<>(new TreeSet<>(offsets).tailSet(from));
    Map<Long, Long> lines = new TreeMap<>();
    if (wanted.isEmpty() || !Files.isRegularFile(file)) {
      return lines;
    }
    try (FileChannel channel = FileChannel.open(file);
        InputStream raw = Channels.newInputStream(channel);
        Decompression opened = Decompression.open(raw, Limits.DEFAULT)) {
      if (opened.peek().isBinary()) {
        return lines;
      }
      if (opened.isCompressed()) {
        opened.stream().skipNBytes(from);
        count(opened.stream(), from, line, wanted, lines);
      } else {
        channel.position(from);
        count(raw, from, line, wanted, lines);
      }
    } catch (IOException e) {
      // The file has been read before: what is wrong with it was reported then.
      return lines;
    }
    return lines;
  }

  private static void count(
      InputStream in, long from, long first, Deque<Long> wanted, Map<Long, Long> lines)
      throws IOException {
    byte[] chunk = new byte[CHUNK];
    long at = from;
    long line = first;
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
