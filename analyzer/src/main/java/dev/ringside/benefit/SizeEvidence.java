package dev.ringside.benefit;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.Interval;
import java.util.Optional;

/**
 * What the verdict table asks of one size under one scenario.
 *
 * @param choiceKnown whether it is known what runs with and without the file
 * @param effect saving in percent of a step, or where no step time is known in microseconds a call;
 *     empty where the choice differs and no curve tells
 * @param materiality in the unit of {@code effect}: below it a middle means nothing
 */
record SizeEvidence(
    long bytes,
    boolean isOutsideDecode,
    boolean choiceKnown,
    boolean allowanceKnown,
    boolean differs,
    Optional<Interval> effect,
    double materiality,
    Optional<CurveBasis> basis) {

  boolean gains() {
    return effect.isPresent() && Materiality.isGain(effect.get(), materiality);
  }

  boolean loses() {
    return effect.isPresent() && Materiality.isGain(effect.get().negated(), materiality);
  }
}
