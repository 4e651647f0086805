package dev.ringside.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NearBestChunkTest {
  private static final long TOKEN = 1000;

  /** Sizes in tokens and microseconds by turns. */
  private static LatencyCurve curve(double... tokensAndUs) {
    List<CurvePoint> points =
        IntStream.range(0, tokensAndUs.length / 2)
            .mapToObj(
                i ->
                    new CurvePoint(
                        (long) (TOKEN * tokensAndUs[2 * i]),
                        0,
                        1,
                        new TreeMap<>(Map.of(0, tokensAndUs[2 * i + 1]))))
            .toList();
    CurveChoice choice = CurveChoice.pinned(Algorithm.RING, Protocol.SIMPLE);
    return new LatencyCurve(new CurveKey(2, 1, choice), points);
  }

  @Test
  void theFirstPassWithinATenthOfTheBestTimeAByteIsTaken() {
    // By token 2, 1.11, 1.09 and 1 times the best.
    LatencyCurve curve = curve(256, 512, 512, 568.32, 1024, 1116.16, 2048, 2048);
    NearBestChunk chunk = NearBestChunk.of(curve, TOKEN).orElseThrow();
    assertThat(chunk.tokens()).isEqualTo(1024);
    assertThat(chunk.bytes()).isEqualTo(1024 * TOKEN);
    assertThat(chunk.callUs().mid()).isEqualTo(1116.16);
  }

  @Test
  void aSizeBetweenMultiplesIsRoundedUp() {
    LatencyCurve curve = curve(300, 300, 512, 512);
    assertThat(NearBestChunk.of(curve, TOKEN)).map(NearBestChunk::tokens).contains(512);
  }

  @Test
  void aPassOutsideMeasuredSizesIsNone() {
    assertThat(NearBestChunk.of(curve(100, 100, 200, 200), TOKEN)).isEmpty();
    assertThat(NearBestChunk.of(curve(0, 1), TOKEN)).isEmpty();
  }
}
