package dev.ringside.summary;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * Calls of one operation as logged.
 *
 * @param calls log records over all ranks; empty where the operation is seen but not its calls
 * @param bytes the same records by size as logged: one rank's share for AllGather and ReduceScatter
 * @param callsPerRank by rank; empty where a call cannot be tied to one
 * @param callsPerDevice by device; empty where the calls come from several hosts
 * @param callsPerProcess by address or host, and process id
 * @param callsPerHost by host
 * @param distinctOperations operations after joining what ranks log of the same one; empty where
 *     ranks cannot be joined
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.ALWAYS)
public record CallCounts(
    OptionalLong calls,
    Optional<Map<Long, Long>> bytes,
    Optional<Map<Integer, Long>> callsPerRank,
    Optional<Map<Integer, Long>> callsPerDevice,
    Optional<Map<String, Long>> callsPerProcess,
    Optional<Map<String, Long>> callsPerHost,
    OptionalLong distinctOperations) {

  /** An operation whose calls the input does not count. */
  static CallCounts uncounted() {
    return new CallCounts(
        OptionalLong.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty());
  }
}
