package dev.ringside.benefit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.benefit.VerdictTable.Ruling;
import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.Interval;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The verdict table, row by row; effects are percent of a step with materiality 1. */
class VerdictTableTest {

  private static final Interval GAIN = new Interval(2, 3, 4);
  private static final Interval LOSS = GAIN.negated();
  private static final Interval OPEN = new Interval(-1, 2, 5);
  private static final Interval SMALL = new Interval(-0.5, 0.2, 1);

  @Test
  void sameChoiceEverywhereHasNoEffect() {
    assertThat(bySize(same(1), same(2))).isEqualTo(of(Verdict.NO_EFFECT, Reason.SAME_CHOICE));
  }

  @Test
  void differencesBelowThePercentHaveNoEffect() {
    assertThat(bySize(same(1), differs(2, SMALL), differs(3, SMALL)))
        .isEqualTo(of(Verdict.NO_EFFECT, Reason.WITHIN_MATERIALITY));
  }

  @Test
  void oneSizeThatGainsAndNoneThatLosesHelps() {
    assertThat(bySize(same(1), differs(2, GAIN), differs(3, OPEN), differs(4, SMALL)))
        .isEqualTo(of(Verdict.HELPS, Reason.SIZES_GAIN));
  }

  @Test
  void oneSizeThatLosesAndNoneThatGainsHurts() {
    assertThat(bySize(same(1), differs(2, LOSS), differs(3, OPEN)))
        .isEqualTo(of(Verdict.HURTS, Reason.SIZES_LOSE));
  }

  @Test
  void gainsAndLossesDependAndTheTurnIsNamed() {
    List<SizeEvidence> sizes =
        List.of(differs(4, GAIN), differs(1, LOSS), differs(2, OPEN), differs(3, GAIN));
    assertThat(VerdictTable.bySize(sizes)).isEqualTo(of(Verdict.DEPENDS, Reason.SIZES_BOTH));
    assertThat(VerdictTable.signChanges(sizes)).containsExactly(3L);
  }

  @Test
  void anIntervalAcrossZeroCannotTell() {
    assertThat(bySize(same(1), differs(2, OPEN)))
        .isEqualTo(of(Verdict.CANNOT_TELL, Reason.INTERVAL_OPEN));
  }

  @Test
  void aSureButImmaterialMiddleIsNoGain() {
    assertThat(bySize(differs(1, new Interval(0.1, 0.9, 1.2))))
        .isEqualTo(of(Verdict.CANNOT_TELL, Reason.INTERVAL_OPEN));
    assertThat(bySize(differs(1, new Interval(0.1, 1, 1.2))))
        .isEqualTo(of(Verdict.HELPS, Reason.SIZES_GAIN));
  }

  @Test
  void aDecodeSizeWithoutACurveCannotTellWhateverTheOthersSay() {
    assertThat(bySize(differs(1, GAIN), noCurve(2, false)))
        .isEqualTo(of(Verdict.CANNOT_TELL, Reason.NO_CURVE));
  }

  @Test
  void anEagerSizeWithoutACurveIsLeftOut() {
    assertThat(bySize(differs(1, GAIN), noCurve(2, true)))
        .isEqualTo(of(Verdict.HELPS, Reason.SIZES_GAIN));
    assertThat(bySize(same(1), noCurve(2, true)))
        .isEqualTo(of(Verdict.NO_EFFECT, Reason.SAME_CHOICE));
    assertThat(VerdictTable.isLeftOut(noCurve(2, true))).isTrue();
    assertThat(VerdictTable.isLeftOut(noCurve(2, false))).isFalse();
  }

  @Test
  void anUnknownChoiceOrBanCannotTell() {
    assertThat(bySize(same(1), unknown(2, true)))
        .isEqualTo(of(Verdict.CANNOT_TELL, Reason.OWN_CHOICE_UNKNOWN));
    assertThat(bySize(same(1), unknown(2, false)))
        .isEqualTo(of(Verdict.CANNOT_TELL, Reason.ALLOWED_UNKNOWN));
    assertThat(bySize()).isEqualTo(of(Verdict.CANNOT_TELL, Reason.NO_TRAFFIC));
  }

  @Test
  void aMixIsJudgedByItsTotal() {
    assertThat(byMix(GAIN)).isEqualTo(of(Verdict.HELPS, Reason.MIX_GAINS));
    assertThat(byMix(LOSS)).isEqualTo(of(Verdict.HURTS, Reason.MIX_LOSES));
    assertThat(byMix(SMALL)).isEqualTo(of(Verdict.NO_EFFECT, Reason.WITHIN_MATERIALITY));
    assertThat(byMix(OPEN)).isEqualTo(of(Verdict.CANNOT_TELL, Reason.INTERVAL_OPEN));
    assertThat(VerdictTable.byMix(List.of(same(1)), Interval.ZERO, 1))
        .isEqualTo(of(Verdict.NO_EFFECT, Reason.SAME_CHOICE));
  }

  private static Ruling bySize(SizeEvidence... sizes) {
    return VerdictTable.bySize(List.of(sizes));
  }

  /** Sizes that gain and lose, so that only the total decides. */
  private static Ruling byMix(Interval total) {
    return VerdictTable.byMix(List.of(differs(1, GAIN), differs(2, LOSS)), total, 1);
  }

  private static Ruling of(Verdict verdict, Reason reason) {
    return new Ruling(verdict, reason);
  }

  private static SizeEvidence same(long bytes) {
    return new SizeEvidence(
        bytes, false, true, true, false, Optional.of(Interval.ZERO), 1, Optional.empty());
  }

  private static SizeEvidence differs(long bytes, Interval effect) {
    return new SizeEvidence(
        bytes, false, true, true, true, Optional.of(effect), 1, Optional.of(CurveBasis.STEP));
  }

  private static SizeEvidence noCurve(long bytes, boolean eager) {
    return new SizeEvidence(bytes, eager, true, true, true, Optional.empty(), 1, Optional.empty());
  }

  private static SizeEvidence unknown(long bytes, boolean allowanceKnown) {
    return new SizeEvidence(
        bytes, false, false, allowanceKnown, false, Optional.empty(), 1, Optional.empty());
  }
}
