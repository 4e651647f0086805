package dev.ringside.trace.record;

import java.util.regex.Pattern;

/**
 * A line of a benchmark's device list.
 *
 * @param group 0 where the release prints none
 * @param busId as printed: {@code 0x16}, {@code 0000:00:06} or {@code 0002:00:00.0}
 * @param gpu name of the device
 */
public record BenchmarkDevice(
    int rank, int group, long pid, String host, int device, String busId, String gpu)
    implements TraceRecord {
  private static final Pattern AMD = Pattern.compile("\\bAMD\\b|\\bInstinct\\b|\\bMI\\d{3}");

  /** Whether the device is AMD's, so that the library is RCCL and the benchmark rccl-tests. */
  public boolean isAmd() {
    return AMD.matcher(gpu).find();
  }
}
