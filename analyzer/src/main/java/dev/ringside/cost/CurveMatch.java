package dev.ringside.cost;

import java.util.List;

/**
 * Whether curves of one host may speak for a trace of another.
 *
 * @param refusals what both sides name and name differently; any refusal and the curves are not
 *     used
 * @param notChecked what one side does not name: {@code gpu}, {@code transport}, {@code nccl}
 * @param remarks what is said but does not refuse: another NCCL release, and what fills in between
 *     the sizes of a step sweep
 */
public record CurveMatch(List<String> refusals, List<String> notChecked, List<String> remarks) {
  public CurveMatch {
    refusals = List.copyOf(refusals);
    notChecked = List.copyOf(notChecked);
    remarks = List.copyOf(remarks);
  }

  public boolean isUsable() {
    return refusals.isEmpty();
  }
}
