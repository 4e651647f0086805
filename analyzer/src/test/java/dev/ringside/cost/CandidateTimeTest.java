package dev.ringside.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What NCCL multiplies a printed bandwidth or latency with. */
class CandidateTimeTest {

  /** Of 1000 GB/s, so that microseconds are bytes over the part of a million. */
  @ParameterizedTest
  @CsvSource({
    // release, compute capability, x86, algorithm, protocol, bytes, part of the bandwidth
    "2.21.5, 90, true, TREE, SIMPLE, 63, 0.9",
    "2.22.3, 90, true, TREE, SIMPLE, 63, 1",
    "2.22.3, 90, true, TREE, SIMPLE, 64, 0.9",
    "2.30.7, 90, true, TREE, SIMPLE, 1048576, 0.5",
    "2.30.7, 90, true, TREE, LL, 131072, 0.5",
    "2.30.7, 90, true, TREE, SIMPLE, 536870911, 0.9",
    "2.30.7, 90, true, TREE, SIMPLE, 536870912, 1",
    "2.30.7, 90, true, RING, SIMPLE, 1048576, 1",
    "2.29.2, 100, true, NVLS_TREE, SIMPLE, 63, 1",
    "2.29.2, 100, true, NVLS_TREE, SIMPLE, 64, 0.9",
    "2.29.2, 100, true, NVLS_TREE, SIMPLE, 1048576, 0.5",
    "2.29.2, 100, true, NVLS_TREE, SIMPLE, 1073741823, 0.9",
    "2.29.2, 100, true, NVLS_TREE, SIMPLE, 1073741824, 1",
    "2.28.9, 100, true, NVLS_TREE, SIMPLE, 1048576, 1",
    "2.29.2, 90, true, NVLS_TREE, SIMPLE, 1048576, 1",
    "2.29.2, 100, false, NVLS_TREE, SIMPLE, 1048576, 1",
    "2.29.2, 100, true, NVLS, SIMPLE, 1048576, 1",
  })
  void treesCarryPartOfTheirBandwidth(
      String release, int cc, boolean x86, Algorithm a, Protocol p, long bytes, float part) {
    CostContext context =
        new CostContext(NcclRelease.parse(release).orElseThrow(), 8, 1, 4, 8, cc, x86);
    float us = new CandidateTime(context, CostedCall.allReduce(bytes)).us(a, p, 0, 1000);
    assertThat(us).isEqualTo(bytes / (1000 * (1000 * part)));
  }

  @ParameterizedTest
  @CsvSource({
    // nodes, channels, compute capability, protocol, bytes, part of the latency
    "2, 4, 90, SIMPLE, 1024, 1.4",
    "2, 4, 80, SIMPLE, 1024, 1.4",
    "2, 4, -1, SIMPLE, 1024, 1.4",
    "2, 4, 70, SIMPLE, 1024, 1.9",
    "2, 4, 90, SIMPLE, 1023, 1",
    "2, -1, 90, SIMPLE, 256, 1.4",
    "2, 4, 90, LL, 1024, 1",
    "1, 4, 90, SIMPLE, 1024, 1",
  })
  void ringsOverNodesWaitLonger(
      int nodes, int channels, int cc, Protocol p, long bytes, float part) {
    CostContext context =
        new CostContext(new NcclRelease(2, 28, 9), 4, nodes, channels, 2, cc, true);
    float us =
        new CandidateTime(context, CostedCall.allReduce(bytes))
            .us(Algorithm.RING, p, 10, Float.POSITIVE_INFINITY);
    assertThat(us).isEqualTo(10 * part);
  }
}
