package dev.ringside.summary;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.OptionalDouble;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * What the topology search found; bandwidths in GB/s.
 *
 * @param patterns distinct results, in order of appearance
 * @param pcieBw widest PCIe link
 * @param nvlinkBw widest NVLink
 * @param nicBw distinct network links, widest first
 * @param interSocketBw widest link between CPUs
 * @param maxBw {@code maxBw} of the topology header
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record InspectedGraph(
    List<Pattern> patterns,
    OptionalDouble pcieBw,
    OptionalDouble nvlinkBw,
    List<Double> nicBw,
    OptionalDouble interSocketBw,
    OptionalDouble maxBw) {

  /** One search result; {@code type} is the worst path inside a node and to the network. */
  public record Pattern(
      int pattern,
      @JsonProperty("nChannels") int nChannels,
      double bw,
      String type,
      @JsonProperty("crossNic") int crossNic) {}
}
