package dev.ringside.benefit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.Interval;
import dev.ringside.cost.PublishedProfile;
import dev.ringside.summary.Traffic;
import dev.ringside.trace.record.Protocol;
import dev.ringside.tuner.TunerFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The published zones, judged with nothing but the published figures of their host. */
class PublishedPredictionTest {

  @Test
  void fourRanksToHalfAMebibyteKeepTheirChoice() {
    Prediction p = predict(4, 1, 2, 4, 8, 12, 16, 24, 32, 40, 48, 56, 64);
    assertThat(p.headline().verdict()).isEqualTo(Verdict.NO_EFFECT);
    assertThat(p.headline().reason()).isEqualTo(Reason.SAME_CHOICE);
    assertThat(p.rows())
        .hasSize(12)
        .allSatisfy(
            r -> {
              OwnChoice own = r.own().orElseThrow();
              assertThat(own.choice().protocol()).isEqualTo(Protocol.LL);
              assertThat(own.basis()).isEqualTo(ChoiceBasis.PUBLISHED);
            });
  }

  @Test
  void eightRanksGainOnlyByLl128WhichIsForbiddenThere() {
    Prediction p = predict(8, 64, 96, 128, 192, 256);
    assertThat(p.headline().verdict()).isEqualTo(Verdict.NO_EFFECT);
    assertThat(p.scenario(Scenario.LL128_ALLOWED).verdict()).isEqualTo(Verdict.HELPS);
    assertThat(p.scenario(Scenario.LL128_ALLOWED).safeSharePct()).hasValue(0);
    List<Long> pct = new ArrayList<>();
    for (SizeRow row : p.rows()) {
      SizeOutcome o = row.outcome(Scenario.LL128_ALLOWED);
      Interval saving = o.savingUs().orElseThrow();
      Interval before = row.ownUs().orElseThrow().us();
      pct.add(Math.round(100 * saving.mid() / before.mid()));
      assertThat(saving.halfWidth()).isGreaterThanOrEqualTo(0.1 * before.mid());
      assertThat(o.basis()).contains(CurveBasis.PUBLISHED);
      assertThat(row.outcome(Scenario.AS_ALLOWED).differs()).isFalse();
    }
    assertThat(pct).containsExactly(5L, 17L, 23L, 37L, 38L);
  }

  @Test
  void withoutThatProfileNothingIsKnownOfTheHost() {
    Prediction p = Fixtures.predict(traffic(8, 64), TunerFile.builtin(TunerFile.EPYC_TURIN));
    assertThat(p.headline().verdict()).isEqualTo(Verdict.CANNOT_TELL);
    assertThat(p.headline().settlement()).contains(Settlement.TUNING_LOG);
  }

  @Test
  void sizesThatWerePublishedForAnotherRankCountSayNothing() {
    assertThat(predict(4, 128).headline().verdict()).isEqualTo(Verdict.CANNOT_TELL);
  }

  private static Prediction predict(int nRanks, long... batches) {
    return Predictor.predict(
        new PredictionInput(
            traffic(nRanks, batches),
            Optional.of(TunerFile.builtin(TunerFile.EPYC_TURIN)),
            List.of(),
            Optional.of(PublishedProfile.named(PublishedProfile.EPYC_TURIN)),
            Optional.empty()));
  }

  private static Traffic traffic(int nRanks, long... batches) {
    Fixtures.Trace trace = Fixtures.trace();
    trace.nRanks = nRanks;
    trace.nccl = "2.29.7";
    trace.costs = Optional.empty();
    trace.transport = Optional.empty();
    return trace.decode(batches).build();
  }
}
