package dev.ringside.summary;

import dev.ringside.trace.record.BenchmarkRow;
import java.util.OptionalDouble;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/** One row of a benchmark's table: {@code oop} out of place, {@code ip} in place. */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record InspectedRow(
    long size,
    long count,
    String type,
    String redop,
    OptionalDouble oopTimeUs,
    OptionalDouble oopAlgbw,
    OptionalDouble oopBusbw,
    String oopWrong,
    OptionalDouble ipTimeUs,
    OptionalDouble ipAlgbw,
    OptionalDouble ipBusbw,
    String ipWrong) {

  static InspectedRow of(BenchmarkRow r) {
    return new InspectedRow(
        r.size(),
        r.count(),
        r.type(),
        r.redOp(),
        known(r.outOfPlaceUs()),
        known(r.outOfPlaceAlgBw()),
        known(r.outOfPlaceBusBw()),
        wrong(r.outOfPlaceWrong()),
        known(r.inPlaceUs()),
        known(r.inPlaceAlgBw()),
        known(r.inPlaceBusBw()),
        wrong(r.inPlaceWrong()));
  }

  private static OptionalDouble known(double value) {
    return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  private static String wrong(long count) {
    return count < 0 ? "N/A" : Long.toString(count);
  }
}
