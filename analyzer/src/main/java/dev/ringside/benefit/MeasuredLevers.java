package dev.ringside.benefit;

import dev.ringside.benefit.Lever.Code;
import dev.ringside.benefit.Lever.Measured;
import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.Interval;
import dev.ringside.trace.record.Collective;
import dev.ringside.tuner.TunerFile;
import dev.ringside.tuner.TunerRule;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What other choices would save, measured: each choice that has a curve is predicted as a tuner
 * file of one rule for all sizes, so what NCCL forbids stays out and every number has its interval.
 */
final class MeasuredLevers {

  private record Gain(SizeRow row, Choice choice, SizeOutcome outcome) {
    double us() {
      return outcome.savingUs().orElseThrow().mid();
    }
  }

  private final PredictionInput input;

  MeasuredLevers(PredictionInput input) {
    this.input = input;
  }

  List<Lever> levers() {
    Map<Code, List<Gain>> gains = new EnumMap<>(Code.class);
    input.curves().stream()
        .map(CurveSet::keys)
        .flatMap(keys -> keys.stream().map(CurveKey::choice))
        .filter(c -> c.isPinned() && c.channels() < 0)
        .map(c -> Choice.of(c.algorithm().orElseThrow(), c.protocol().orElseThrow()))
        .distinct()
        .forEach(c -> collect(c, gains));
    return gains.entrySet().stream().map(e -> lever(e.getKey(), e.getValue())).toList();
  }

  private void collect(Choice choice, Map<Code, List<Gain>> gains) {
    PredictionInput everywhere =
        new PredictionInput(
            input.traffic(),
            Optional.of(everywhere(choice)),
            input.curves(),
            input.published(),
            Optional.empty());
    for (SizeRow row : Predictor.predict(everywhere).rows()) {
      if (row.isOutsideDecode() || row.own().isEmpty()) {
        continue;
      }
      for (Scenario s : Scenario.values()) {
        SizeOutcome o = row.outcome(s);
        Code code = code(row.own().get().choice(), choice, s);
        if (o.choice().equals(Optional.of(choice)) && Judge.evidence(row, s).gains()) {
          gains.computeIfAbsent(code, k -> new ArrayList<>()).add(new Gain(row, choice, o));
          break;
        }
      }
    }
  }

  /** What the second scenario alone allows needs LL128. */
  private static Code code(Choice own, Choice choice, Scenario scenario) {
    if (scenario == Scenario.LL128_ALLOWED) {
      return Code.LL128;
    }
    return own.algorithm() == choice.algorithm() ? Code.ALLOWED_PROTOCOL : Code.RING_OR_TREE;
  }

  private static TunerFile everywhere(Choice choice) {
    TunerRule rule =
        new TunerRule(
            1,
            Collective.ALL_REDUCE,
            0,
            Long.MAX_VALUE,
            choice.algorithm(),
            choice.protocol(),
            0,
            TunerRule.ANY,
            TunerRule.ANY,
            TunerRule.ANY,
            TunerRule.ANY);
    return new TunerFile("one choice for all sizes", List.of(rule));
  }

  private static Lever lever(Code code, List<Gain> gains) {
    Gain best = gains.get(0);
    for (Gain g : gains) {
      best = g.us() > best.us() ? g : best;
    }
    Interval saving = best.outcome().savingUs().orElseThrow();
    Measured measured =
        new Measured(
            best.choice(),
            gains.stream().map(g -> g.row().bytes()).distinct().sorted().toList(),
            best.row().bytes(),
            saving,
            best.outcome().stepSavingPct());
    boolean isInStep = best.outcome().basis().filter(b -> b == CurveBasis.STEP).isPresent();
    return new Lever(
        code,
        effect(code),
        isInStep
            ? "measured on this host by the calibration given"
            : "measured on this host outside of a step, which may hold less of it",
        isInStep
            ? "ringside calibrate SWEEP... -o tuner.csv, then the plugin with that file"
            : "samples/step-sweep/step_sweep.py --choices default,"
                + name(best.choice())
                + ", then judge again",
        best.outcome().basis(),
        Optional.of(measured));
  }

  private static String name(Choice choice) {
    return choice.algorithm().ncclName() + "/" + choice.protocol().ncclName();
  }

  private static String effect(Code code) {
    return switch (code) {
      case RING_OR_TREE -> "another algorithm that NCCL allows here is faster at some sizes";
      case LL128 ->
          "LL128 is faster at some sizes, but NCCL keeps it off here: a CPU between the GPUs may split"
              + " its 128-byte writes, which corrupts data silently; validate before use";
      default -> "another protocol that NCCL allows here, so a safe one, is faster at some sizes";
    };
  }
}
