package dev.ringside.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaunchChannelsTest {

  /** Cells by hand from the least traffic of the release. */
  @ParameterizedTest
  @CsvSource({
    // release, collective, protocol, bytes a rank, ranks, channels, channels that carry data
    "2.22.3, ALL_REDUCE, SIMPLE, 8192, 2, 24, 24",
    "2.23.4, ALL_REDUCE, SIMPLE, 8192, 2, 24, 1",
    "2.28.9, ALL_REDUCE, SIMPLE, 131072, 2, 24, 16",
    "2.29.2, ALL_REDUCE, SIMPLE, 131072, 2, 24, 8",
    // 128 cells of 2 KiB, six to a channel.
    "2.28.9, ALL_REDUCE, LL, 262144, 2, 24, 22",
    "2.25.1, ALL_REDUCE, LL, 32768, 2, 24, 4",
    "2.26.2, ALL_REDUCE, LL, 32768, 2, 24, 16",
    // A third of 16 KiB is 5462 bytes, 5472 in whole grains of 16.
    "2.28.9, ALL_GATHER, SIMPLE, 54720, 3, 24, 10",
    "2.28.9, ALL_GATHER, SIMPLE, 54721, 3, 24, 11",
    "2.28.9, BROADCAST, SIMPLE, 32768, 8, 24, 2",
    "2.28.9, ALL_REDUCE, SIMPLE, 0, 2, 24, 1",
  })
  void wholeCellsAreDealtOut(
      String release,
      Collective collective,
      Protocol protocol,
      long rankBytes,
      int nRanks,
      int channels,
      int expected) {
    NcclRelease r = NcclRelease.parse(release).orElseThrow();
    assertThat(LaunchChannels.dealt(r, collective, protocol, rankBytes, nRanks, channels))
        .isEqualTo(expected);
  }
}
