package dev.ringside.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.util.List;
import org.junit.jupiter.api.Test;

class PublishedCurvesTest {
  private static final CurveChoice LL = CurveChoice.pinned(Algorithm.RING, Protocol.LL);
  private static final CurveChoice LL128 = CurveChoice.pinned(Algorithm.RING, Protocol.LL128);

  @Test
  void theLatencyTableComesFirstAndIsReadAsPublished() {
    CurveSet latencies = PublishedCurves.epycTurin().get(0);

    assertThat(latencies.callUs(8, 1, LL, 1 << 20)).map(Interval::mid).contains(98.1);
    assertThat(latencies.difference(8, 1, LL, LL128, 1 << 20).orElseThrow().mid())
        .isCloseTo(75.6 - 98.1, within(1e-9));
    assertThat(latencies.callUs(4, 1, LL, 1 << 20)).isEmpty();
  }

  @Test
  void bandwidthsBecomeLatencies() {
    List<CurveSet> sets = PublishedCurves.epycTurin();

    assertThat(sets).hasSize(2);
    assertThat(sets.get(1).callUs(8, 1, LL, 512 << 10).orElseThrow().mid())
        .isCloseTo(1.75 * (512 << 10) / 13.06e3, within(1e-6));
  }

  @Test
  void twoRunsOfOneChoiceAreTwoSamples() {
    CurveSet wiki = PublishedCurves.epycTurin().get(1);
    LatencyCurve four = wiki.curve(new CurveKey(4, 1, LL)).orElseThrow();

    assertThat(four.points().get(65536L).samples()).hasSize(2);
  }
}
