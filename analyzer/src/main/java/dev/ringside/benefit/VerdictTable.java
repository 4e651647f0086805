package dev.ringside.benefit;

import dev.ringside.cost.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The verdict table. Rows are asked in this order: what is not known about choices, then whether
 * they differ, then whether a curve tells by how much, then what the intervals say.
 */
final class VerdictTable {

  /** A verdict with its reason. */
  record Ruling(Verdict verdict, Reason reason) {}

  private VerdictTable() {}

  /** Size by size, for want of a batch mix. */
  static Ruling bySize(List<SizeEvidence> all) {
    List<SizeEvidence> sizes = counted(all);
    return open(sizes).orElseGet(() -> weigh(sizes));
  }

  /**
   * By the saving of the whole mix.
   *
   * @param saving in percent of a step, or in microseconds a step
   * @param materiality in the same unit
   */
  static Ruling byMix(List<SizeEvidence> all, Interval saving, double materiality) {
    return open(counted(all))
        .orElseGet(
            () -> {
              if (Materiality.isNothing(saving, materiality)) {
                return new Ruling(Verdict.NO_EFFECT, Reason.WITHIN_MATERIALITY);
              }
              if (Materiality.isGain(saving, materiality)) {
                return new Ruling(Verdict.HELPS, Reason.MIX_GAINS);
              }
              if (Materiality.isGain(saving.negated(), materiality)) {
                return new Ruling(Verdict.HURTS, Reason.MIX_LOSES);
              }
              return new Ruling(Verdict.CANNOT_TELL, Reason.INTERVAL_OPEN);
            });
  }

  /**
   * Sizes outside decode without curves, or without a known choice, are named elsewhere and left
   * out.
   */
  static boolean isLeftOut(SizeEvidence size) {
    return size.isOutsideDecode()
        && (!size.choiceKnown() || (size.differs() && size.effect().isEmpty()));
  }

  /** Sizes behind which the sign of what is sure changes. */
  static List<Long> signChanges(List<SizeEvidence> all) {
    List<Long> changes = new ArrayList<>();
    int last = 0;
    for (SizeEvidence size :
        counted(all).stream().sorted(Comparator.comparingLong(SizeEvidence::bytes)).toList()) {
      int sign = size.gains() ? 1 : size.loses() ? -1 : 0;
      if (sign != 0 && last != 0 && sign != last) {
        changes.add(size.bytes());
      }
      last = sign == 0 ? last : sign;
    }
    return changes;
  }

  private static List<SizeEvidence> counted(List<SizeEvidence> all) {
    return all.stream().filter(s -> !isLeftOut(s)).toList();
  }

  private static Optional<Ruling> open(List<SizeEvidence> sizes) {
    Ruling ruling = null;
    if (sizes.isEmpty()) {
      ruling = new Ruling(Verdict.CANNOT_TELL, Reason.NO_TRAFFIC);
    } else if (sizes.stream().anyMatch(s -> !s.allowanceKnown())) {
      ruling = new Ruling(Verdict.CANNOT_TELL, Reason.ALLOWED_UNKNOWN);
    } else if (sizes.stream().anyMatch(s -> !s.choiceKnown())) {
      ruling = new Ruling(Verdict.CANNOT_TELL, Reason.OWN_CHOICE_UNKNOWN);
    } else if (sizes.stream().noneMatch(SizeEvidence::differs)) {
      ruling = new Ruling(Verdict.NO_EFFECT, Reason.SAME_CHOICE);
    } else if (sizes.stream().anyMatch(s -> s.differs() && s.effect().isEmpty())) {
      ruling = new Ruling(Verdict.CANNOT_TELL, Reason.NO_CURVE);
    }
    return Optional.ofNullable(ruling);
  }

  private static Ruling weigh(List<SizeEvidence> sizes) {
    boolean nothing =
        sizes.stream()
            .filter(SizeEvidence::differs)
            .allMatch(s -> Materiality.isNothing(s.effect().orElseThrow(), s.materiality()));
    if (nothing) {
      return new Ruling(Verdict.NO_EFFECT, Reason.WITHIN_MATERIALITY);
    }
    boolean gains = sizes.stream().anyMatch(SizeEvidence::gains);
    boolean loses = sizes.stream().anyMatch(SizeEvidence::loses);
    if (gains && loses) {
      return new Ruling(Verdict.DEPENDS, Reason.SIZES_BOTH);
    }
    if (gains) {
      return new Ruling(Verdict.HELPS, Reason.SIZES_GAIN);
    }
    return loses
        ? new Ruling(Verdict.HURTS, Reason.SIZES_LOSE)
        : new Ruling(Verdict.CANNOT_TELL, Reason.INTERVAL_OPEN);
  }
}
