package dev.ringside.summary;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Source;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * What is in some inputs, all taken together. Its Jackson form is the JSON of {@code ringside
 * inspect}; what the inputs do not tell is {@code null} there and empty here.
 *
 * @param sources each input with its kind
 * @param kind what the inputs are, by the richest of their content
 * @param contains further content
 * @param ncclVersion the newest that is printed
 * @param ranks size of the largest communicator
 * @param ranksSeen ranks that wrote at least one line
 * @param collectives calls by NCCL's name of the operation
 * @param tuning tuning lines by operation ({@code unknown} where the line does not name it), size
 *     as printed and choice
 * @param tuningTable latency in microseconds and bandwidth in GB/s by operation and {@code Ring/LL}
 * @param kernelRuns communication kernels that profilers saw run
 * @param graphLaunches launches of CUDA graphs that hold such kernels
 * @param transports connection lines by transport, without device number
 * @param communicators in order of appearance
 * @param test name of the benchmark
 * @param avgBusbw its average bus bandwidth in GB/s, to a thousandth
 * @param wrongTotal its number of wrong values
 * @param tp tensor-parallel size that the engine states
 * @param customAllreduce whether the engine's own all-reduce is in use
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@JsonPropertyOrder({"format", "kind", "contains", "sources"})
public record Inspection(
    List<Source> sources,
    String kind,
    List<String> contains,
    Optional<String> ncclVersion,
    Optional<String> cudaVersion,
    OptionalInt ranks,
    OptionalInt nodes,
    Optional<List<Integer>> ranksSeen,
    Map<String, CallCounts> collectives,
    Map<String, Map<Long, Map<String, Long>>> tuning,
    Map<String, Map<String, List<Double>>> tuningTable,
    List<InspectedRow> tableRows,
    List<InspectedKernel> kernelRuns,
    List<InspectedLaunches> graphLaunches,
    Map<String, Long> transports,
    List<InspectedCommunicator> communicators,
    OptionalInt collChannels,
    InspectedGraph graph,
    InspectedServing serving,
    Optional<String> test,
    OptionalDouble avgBusbw,
    OptionalLong wrongTotal,
    OptionalInt tp,
    Optional<Boolean> customAllreduce,
    List<Loss> losses) {

  /** Value of {@code format} in the JSON form. */
  public static final String FORMAT = "ringside.inspect/1";

  @JsonProperty("format")
  String format() {
    return FORMAT;
  }

  /** Of everything that was summarised. */
  public static Inspection of(TraceSummary summary) {
    return of(summary, Interpretation.of(summary, Optional.empty()));
  }

  /**
   * The same for who needs the traffic too.
   *
   * @param traffic what {@code summary} was interpreted as, without a model
   */
  public static Inspection of(TraceSummary summary, Traffic traffic) {
    return new Inspector(summary, traffic).inspect();
  }
}
