package dev.ringside.calibrate;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurvePoint;
import dev.ringside.cost.CurveSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * The self-check of sweeps: what each set of curves predicts of measurements that it was not given.
 *
 * <pre>{@code
 * HoldOut holdOut = HoldOut.of(sweeps, 4096, 64 << 20);
 * }</pre>
 */
public record HoldOut(List<Check> checks) {
  public HoldOut {
    checks = List.copyOf(checks);
  }

  /** What is left out. */
  public enum Left {
    /** Every second size of each curve, both halves in turn. */
    SIZES,
    /** The later rounds of a step sweep; a pinned choice against NCCL's own. */
    ROUNDS_OF_DEFAULT,
    /** The later rounds of a step sweep; two pinned choices against each other. */
    ROUNDS_OF_PINNED
  }

  /**
   * One check of one set.
   *
   * @param index of the set among {@link Sweeps#sets}
   * @param left what it was not given
   * @param all every point predicted
   * @param faults of its curves whose slow size is among them: NCCL's own choice is visibly wrong
   *     there, which no other size can tell
   */
  public record Check(int index, SweepSet set, Left left, SelfCheck all, List<ShapeFault> faults) {
    public Check {
      faults = List.copyOf(faults);
    }

    /** Whether differences are predicted, in microseconds a call, and not latencies. */
    public boolean isOfDifferences() {
      return set.curves().basis() == CurveBasis.STEP;
    }

    /** The points that are no fault. */
    public SelfCheck withoutFaults() {
      return all.where(p -> !isFault(p));
    }

    /** Whether the size is the slow one of a fault. */
    public boolean isFault(HeldOut point) {
      return faults.stream()
          .anyMatch(f -> f.key().equals(point.key()) && f.slowBytes() == point.bytes());
    }

    /** The largest misses, worst first: by microseconds of differences, by part of latencies. */
    public List<HeldOut> worst(int n) {
      Comparator<HeldOut> byError =
          Comparator.comparingDouble(isOfDifferences() ? HeldOut::errorUs : HeldOut::errorPart);
      return all.points().stream().sorted(byError.reversed()).limit(n).toList();
    }
  }

  /**
   * Checks every set, step sweeps also over their rounds.
   *
   * @param minBytes smallest size whose prediction counts; all sizes serve to predict
   * @param maxBytes largest one
   */
  public static HoldOut of(Sweeps sweeps, long minBytes, long maxBytes) {
    Predicate<HeldOut> counts = p -> minBytes <= p.bytes() && p.bytes() <= maxBytes;
    List<Check> checks = new ArrayList<>();
    List<SweepSet> sets = sweeps.sets();
    for (int i = 0; i < sets.size(); i++) {
      SweepSet set = sets.get(i);
      SelfCheck sizes = SelfCheck.everySecondSize(set.curves()).where(counts);
      checks.add(new Check(i, set, Left.SIZES, sizes, faults(set, sizes)));
      if (set.curves().basis() == CurveBasis.STEP) {
        SelfCheck rounds = laterRounds(set.curves()).where(counts);
        checks.add(
            new Check(
                i,
                set,
                Left.ROUNDS_OF_DEFAULT,
                against(rounds, CurveChoice::isDefault),
                List.of()));
        checks.add(
            new Check(
                i, set, Left.ROUNDS_OF_PINNED, against(rounds, CurveChoice::isPinned), List.of()));
      }
    }
    return new HoldOut(checks.stream().filter(c -> !c.all().points().isEmpty()).toList());
  }

  private static List<ShapeFault> faults(SweepSet set, SelfCheck predicted) {
    return ShapeFaults.of(set.curves()).stream()
        .filter(
            f ->
                predicted.points().stream()
                    .anyMatch(p -> p.key().equals(f.key()) && p.bytes() == f.slowBytes()))
        .toList();
  }

  private static SelfCheck against(SelfCheck rounds, Predicate<CurveChoice> from) {
    return rounds.where(p -> p.against().filter(from).isPresent());
  }

  /** The larger half of the rounds predicts the rest. */
  private static SelfCheck laterRounds(CurveSet set) {
    List<Integer> rounds =
        set.keys().stream()
            .flatMap(k -> set.curve(k).stream())
            .flatMap(c -> c.points().values().stream())
            .map(CurvePoint::samples)
            .flatMap(s -> s.keySet().stream())
            .distinct()
            .sorted()
            .toList();
    return rounds.size() < 2
        ? new SelfCheck(List.of())
        : SelfCheck.laterRounds(set, rounds.get((rounds.size() + 1) / 2 - 1));
  }
}
