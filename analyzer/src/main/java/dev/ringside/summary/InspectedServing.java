package dev.ringside.summary;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * Status lines of the serving engine, in order.
 *
 * @param running requests in each decode or mixed batch
 * @param waiting requests queued at each of them; an element is empty where the line does not say
 * @param cudaGraph whether each of them was replayed; empty where the engine does not say, as an
 *     element is where a line does not
 * @param cudagraphMaxSize largest captured batch
 * @param prefillNewTokens new tokens of each prefill batch
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record InspectedServing(
    List<Integer> running,
    List<OptionalInt> waiting,
    Optional<List<Optional<Boolean>>> cudaGraph,
    OptionalInt cudagraphMaxSize,
    List<Long> prefillNewTokens) {}
