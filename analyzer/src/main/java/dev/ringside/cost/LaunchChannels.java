package dev.ringside.cost;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;

/**
 * How many channels and threads NCCL gives a call after it has chosen (NCCL src/enqueue.cc,
 * topoGetAlgoInfo and scheduleCollTasksToPlan). Holds for Ring, Tree, PAT and CollNetChain of a
 * call that is alone in its launch.
 *
 * @param channels that carry data
 * @param threads a channel
 */
public record LaunchChannels(int channels, int threads) {

  private static final int WARP = 32;
  private static final int MAX_THREADS = 640;
  private static final int CELL_GRAIN = 16;

  /**
   * What bounds the launch of one algorithm and protocol.
   *
   * @param nChannels the communicator's channels for collectives, or fewer where a tuner says so
   * @param maxThreads of the {@code Max NThreads} line
   * @param leastThreadBytes bytes a thread, of NCCL's {@code threadThresholds} line
   */
  public record Limits(int nChannels, int maxThreads, long leastThreadBytes) {}

  /**
   * What NCCL gives one call.
   *
   * @param rankBytes count × type size; for AllGather and ReduceScatter one rank's share
   */
  public static LaunchChannels of(
      NcclRelease release,
      Collective collective,
      Algorithm algorithm,
      Protocol protocol,
      long rankBytes,
      int nRanks,
      Limits limits) {
    long bytes = collective.ncclBytes(rankBytes, nRanks);
    int channels = limits.nChannels();
    int threads = limits.maxThreads();
    while (channels > 1 && bytes < (long) channels * threads * limits.leastThreadBytes()) {
      channels--;
    }
    while (bytes < (long) channels * threads * limits.leastThreadBytes() && threads % 128 == 0) {
      threads /= 2;
    }
    return new LaunchChannels(
        dealt(release, collective, protocol, rankBytes, nRanks, channels),
        finalThreads(algorithm, protocol, threads));
  }

  private static int finalThreads(Algorithm algorithm, Protocol protocol, int threads) {
    if (algorithm == Algorithm.TREE || algorithm == Algorithm.PAT) {
      return MAX_THREADS;
    }
    boolean extraWarp = algorithm == Algorithm.RING && protocol == Protocol.SIMPLE;
    return Math.max(threads + (extraWarp ? WARP : 0), 3 * WARP);
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
