package dev.ringside.trace.record;

import java.util.List;
import java.util.Map;

/**
 * Ranks of one communicator have launched different numbers of an operation.
 *
 * @param operation as printed
 * @param ranksByCount number of ranks by the operation that they have reached
 * @param named ranks that the report lists: the minority, which may be ahead
 */
public record RasMismatch(String operation, Map<Long, Integer> ranksByCount, List<Integer> named)
    implements TraceRecord {

  public RasMismatch {
    ranksByCount = Map.copyOf(ranksByCount);
    named = List.copyOf(named);
  }
}
