package dev.ringside.doctor;

import dev.ringside.trace.record.BenchmarkRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** NCCL's own estimates beside what a benchmark measured. */
final class ModelVersusMeasured extends Rule {
  // NCCL's model is meant to rank, and within a factor of two it does; small messages on fast links
  // may miss by a little more.
  private static final double FACTOR = 2;
  private static final double FACTOR_OF_ONE = 3;
  private static final int SHOWN = 4;

  ModelVersusMeasured() {
    super("model-vs-measured-gap", FindingSeverity.WARNING, Layer.SOFTWARE, ALL_RELEASES);
  }

  /** One size: the estimate for what ran, and what it took. */
  private record Gap(BenchmarkRow row, double modelUs) {
    double factor() {
      return BenchmarkSeen.us(row) / modelUs;
    }

    boolean isOver(double factor) {
      return factor() > factor || factor() < 1 / factor;
    }
  }

  @Override
  public List<Finding> examine(Observations seen) {
    List<Finding> out = new ArrayList<>();
    for (BenchmarkSeen b : seen.benchmarks()) {
      List<Gap> gaps = new ArrayList<>();
      for (BenchmarkRow row : b.run().rows()) {
        OptionalDouble model = Estimates.of(seen, b.place().source(), row);
        if (model.isPresent() && BenchmarkSeen.us(row) > 0) {
          gaps.add(new Gap(row, model.getAsDouble()));
        }
      }
      List<Gap> large = gaps.stream().filter(g -> g.isOver(FACTOR)).toList();
      boolean isStrong =
          large.stream().anyMatch(g -> g.isOver(FACTOR_OF_ONE))
              || (!large.isEmpty() && large.size() == gaps.size());
      if (isStrong) {
        out.add(finding(b.placeOf(large.get(0).row()), text(large), REMEDY));
      }
    }
    return out;
  }

  private static String text(List<Gap> large) {
    String shown =
        large.stream()
            .limit(SHOWN)
            .map(
                g ->
                    String.format(
                        Locale.ROOT,
                        "%d bytes %.0f us for %.0f (x%.1f)",
                        g.row().size(),
                        BenchmarkSeen.us(g.row()),
                        g.modelUs(),
                        g.factor()))
            .collect(Collectors.joining(", "));
    return "Measurements differ strongly from what NCCL's model expected: "
        + shown
        + ". Its ranking of algorithms and protocols is not reliable here; its 'time' is an"
        + " estimate, never a measurement.";
  }

  private static final String REMEDY =
      "Measure the choices instead of trusting the model: ringside calibrate --plan prints the"
          + " sweeps, ringside calibrate SWEEP... -o tuner.csv makes zones of them";
}
