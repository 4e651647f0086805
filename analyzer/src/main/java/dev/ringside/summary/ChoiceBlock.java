package dev.ringside.summary;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls of one thread, then the tuning lines for them.
 *
 * @param calls the latest, in order, equal neighbours together
 * @param isAnswered whether lines about choices follow
 * @param answers tuning lines so far that were, or will be, tied to calls
 * @param choices those that are still to be tied: all in the first block of a piece, since calls
 *     may be missing; none in others
 */
public record ChoiceBlock(
    List<PendingCall> calls, boolean isAnswered, int answers, List<PendingChoice> choices) {

  public ChoiceBlock {
    calls = List.copyOf(calls);
    choices = List.copyOf(choices);
  }

  /** Whether {@code right}, the next in this thread, is one block with this. */
  boolean goesOnWith(ChoiceBlock right) {
    return !isAnswered || right.calls.isEmpty();
  }

  /** Tuning lines over the limit when {@code right} is joined on. */
  int answersOverLimit(ChoiceBlock right) {
    return Math.max(0, answers + right.answers - SummaryLimits.PENDING_CHOICES);
  }

  ChoiceBlock joined(ChoiceBlock right) {
    List<PendingCall> all = new ArrayList<>(calls);
    right.calls.forEach(c -> append(all, c));
    int room = SummaryLimits.PENDING_CHOICES - answers;
    int taken = Math.min(room, right.answers);
    List<PendingChoice> both = new ArrayList<>(choices);
    both.addAll(right.choices.subList(0, taken));
    return new ChoiceBlock(latest(all), isAnswered || right.isAnswered, answers + taken, both);
  }

  /** The same block with its tuning lines tied to calls. */
  ChoiceBlock settled() {
    return new ChoiceBlock(calls, isAnswered, answers, List.of());
  }

  static void append(List<PendingCall> calls, PendingCall call) {
    int last = calls.size() - 1;
    if (last >= 0 && calls.get(last).isSameCall(call)) {
      calls.set(last, call.times(calls.get(last).times() + call.times()));
    } else {
      calls.add(call);
    }
  }

  private static List<PendingCall> latest(List<PendingCall> calls) {
    int room = SummaryLimits.PENDING_CALLS;
    int first = calls.size();
    int times = 0;
    while (first > 0 && room > 0) {
      first--;
      times = Math.min(calls.get(first).times(), room);
      room -= times;
    }
    if (first == calls.size()) {
      return calls;
    }
    List<PendingCall> kept = new ArrayList<>(calls.subList(first, calls.size()));
    kept.set(0, kept.get(0).times(times));
    return kept;
  }

  /** What the tuning lines say of single messages, now that the block is whole. */
  @JsonIgnore
  List<Attribution> attributions() {
    return choices.stream().map(this::attribution).toList();
  }

  private Attribution attribution(PendingChoice choice) {
    List<PendingCall> fits = new ArrayList<>();
    for (PendingCall call : calls) {
      if (call.isAnsweredBy(choice.collective(), choice.bytes())
          && fits.stream().noneMatch(call::isSameCall)) {
        fits.add(call);
      }
    }
    if (fits.isEmpty()) {
      return Attribution.toNone(choice);
    }
    PendingCall call = fits.get(0);
    if (!fits.stream().allMatch(call::isSameCommunicator)) {
      return Attribution.toNone(choice);
    }
    int together = calls.stream().filter(call::isAggregatedWith).mapToInt(PendingCall::times).sum();
    if (together > 1) {
      return Attribution.toGroup(choice);
    }
    return fits.size() > 1 ? Attribution.toNone(choice) : Attribution.to(call, choice);
  }

  /** Where a tuning line belongs. */
  record Attribution(Kind kind, PendingChoice choice, List<PendingCall> call) {
    enum Kind {
      /** To {@code call}, alone. */
      ONE,
      /** To a group of calls that NCCL decided together: no observation of one size. */
      GROUP,
      /** No call fits, or several communicators do. */
      NONE
    }

    static Attribution to(PendingCall call, PendingChoice choice) {
      return new Attribution(Kind.ONE, choice, List.of(call));
    }

    static Attribution toGroup(PendingChoice choice) {
      return new Attribution(Kind.GROUP, choice, List.of());
    }

    static Attribution toNone(PendingChoice choice) {
      return new Attribution(Kind.NONE, choice, List.of());
    }
  }
}
