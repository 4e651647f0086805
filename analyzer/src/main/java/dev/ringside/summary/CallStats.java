package dev.ringside.summary;

import java.util.List;

/**
 * All that is known of one message of one communicator.
 *
 * @param calls log records
 * @param firstOffset byte of the first of them
 * @param runs closed runs; open ones stand in {@link Incarnation}
 * @param choices tuning lines that belong to it, in order of choice
 */
public record CallStats(
    CallKey key, long calls, long firstOffset, RunEvidence runs, List<ChoiceCount> choices) {

  public CallStats {
    choices = List.copyOf(choices);
  }
}
