package dev.ringside.summary;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * One communicator that the inputs show being made.
 *
 * @param commId hexadecimal with {@code 0x}; empty where no line gives it
 * @param nranks its size
 * @param ranksStarted ranks with an Init START
 * @param ranksComplete ranks with an Init COMPLETE
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record InspectedCommunicator(
    @JsonProperty("commId") Optional<String> commId,
    int nranks,
    List<Integer> ranksStarted,
    List<Integer> ranksComplete) {}
