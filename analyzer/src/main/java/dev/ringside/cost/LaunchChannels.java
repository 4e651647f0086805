package dev.ringside.cost;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;

/**
 * How many channels NCCL gives a call after it has chosen (NCCL src/enqueue.cc, topoGetAlgoInfo and
 * scheduleCollTasksToPlan). Holds for Ring, Tree, PAT and CollNetChain of a call that is alone in
 * its launch.
 */
public final class LaunchChannels {

  private static final int CELL_GRAIN = 16;

  private LaunchChannels() {}

  /**
   * What bounds the launch of one algorithm and protocol.
   *
   * @param nChannels the communicator's channels for collectives, or fewer where a tuner says so
   * @param maxThreads of the {@code Max NThreads} line
   * @param leastThreadBytes bytes a thread, of NCCL's {@code threadThresholds} line
   */
  public record Limits(int nChannels, int maxThreads, long leastThreadBytes) {}

  /**
   * Channels that carry data where NCCL sets their number.
   *
   * @param rankBytes count × type size; for AllGather and ReduceScatter one rank's share
   */
  public static int own(
      NcclRelease release,
      Collective collective,
      Protocol protocol,
      long rankBytes,
      int nRanks,
      Limits limits) {
    long bytes = collective.ncclBytes(rankBytes, nRanks);
    int channels = limits.nChannels();
    while (channels > 1
        && bytes < (long) channels * limits.maxThreads() * limits.leastThreadBytes()) {
      channels--;
    }
    return dealt(release, collective, protocol, rankBytes, nRanks, channels);
  }

  /**
   * Channels that carry data where a tuner sets {@code channels}, at most the communicator's: the
   * scheduler deals out whole cells of a least traffic, equally to as many channels as that fills.
   */
  public static int dealt(
      NcclRelease release,
      Collective collective,
      Protocol protocol,
      long rankBytes,
      int nRanks,
      int channels) {
    if (!release.isAtLeast(2, 23, 0)) {
      return channels;
    }
    long least = release.isAtLeast(2, 29, 2) ? 32 << 10 : 16 << 10;
    long trafficPerByte =
        switch (collective) {
          case ALL_REDUCE -> 2;
          case ALL_GATHER, REDUCE_SCATTER -> nRanks;
          default -> 1;
        };
    if (protocol == Protocol.LL && release.isAtLeast(2, 26, 0)) {
      trafficPerByte *= 4;
    }
    long cell = ceilDiv(ceilDiv(least, trafficPerByte), CELL_GRAIN) * CELL_GRAIN;
    long cells = Math.max(ceilDiv(rankBytes, cell), 1);
    return (int) ceilDiv(cells, ceilDiv(cells, channels));
  }

  private static long ceilDiv(long a, long b) {
    return (a + b - 1) / b;
  }
}
