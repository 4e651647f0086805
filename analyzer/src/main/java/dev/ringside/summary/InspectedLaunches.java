package dev.ringside.summary;

import dev.ringside.trace.record.GraphLaunches;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * Launches of CUDA graphs that run the same communication kernels; which batch size a graph was
 * captured for is recorded nowhere.
 *
 * @param launches all ranks together
 * @param kernels runs in one launch, by kernel
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record InspectedLaunches(long launches, Map<String, Integer> kernels) {

  static List<InspectedLaunches> of(Stream<GraphLaunches> records) {
    Map<Map<String, Integer>, Long> launches = new LinkedHashMap<>();
    records.forEach(
        r -> {
          Map<String, Integer> kernels = new TreeMap<>();
          r.kernels().forEach(p -> kernels.merge(p.kernel().name(), p.perLaunch(), Integer::sum));
          launches.merge(kernels, r.launches(), Long::sum);
        });
    List<InspectedLaunches> out = new ArrayList<>();
    launches.forEach((kernels, n) -> out.add(new InspectedLaunches(n, kernels)));
    return out;
  }
}
