package dev.ringside.benefit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import dev.ringside.calibrate.SweepCollector;
import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.Interval;
import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.TraceFiles;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Steps of models that were not swept, without and with the plugin, against what the sweep of
 * another shape on that host says of them. docs/accuracy.md tells of the misses that stand here.
 */
class OtherShapesTest {
  private static final double ONE_PERCENT = 0.01;

  /** A change of a step by the plugin, microseconds; {@code stepUs} without it. */
  private record Change(
      String at, boolean hasRule, Interval predicted, double measured, double stepUs) {

    boolean isHeld() {
      return hasRule && predicted.contains(measured);
    }

    boolean isMissed() {
      return !predicted.contains(measured)
          && Math.abs(measured - predicted.mid()) > ONE_PERCENT * stepUs;
    }

    double halfWidth() {
      return predicted.halfWidth() / stepUs;
    }

    boolean isMaterial() {
      return Math.abs(measured) > ONE_PERCENT * stepUs;
    }
  }

  private static List<CSVRecord> rows(Path file) throws IOException {
    CSVFormat format =
        CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .setCommentMarker('#')
            .get();
    try (CSVParser csv = CSVParser.parse(file, StandardCharsets.UTF_8, format)) {
      return csv.getRecords();
    }
  }

  private static CurveChoice choice(String name) {
    if (name.equals("NCCL")) {
      return CurveChoice.ncclDefault();
    }
    String[] parts = name.split("/", -1);
    return CurveChoice.pinned(
        Algorithm.ofName(parts[0]).orElseThrow(), Protocol.ofName(parts[1]).orElseThrow());
  }

  private static List<Change> changes(String shape, int calls) throws IOException {
    List<Change> changes = new ArrayList<>();
    for (String transport : List.of("p2p", "shm")) {
      Path folder = Checkout.sample("h200-tp2-shapes").resolve(shape).resolve(transport);
      CurveSet curves = curves(folder.resolve("step.csv"), transport.equals("shm"));
      Map<String, Map<Long, List<Double>>> steps = new TreeMap<>();
      for (CSVRecord row : rows(folder.resolve("measured.csv"))) {
        steps
            .computeIfAbsent(row.get("algorithm"), run -> new TreeMap<>())
            .computeIfAbsent(Long.valueOf(row.get("bytes")), bytes -> new ArrayList<>())
            .add(Double.valueOf(row.get("step_us")));
      }
      for (CSVRecord row : rows(folder.resolve("predicted.csv"))) {
        long bytes = Long.parseLong(row.get("bytes"));
        double before = median(steps.get("default").get(bytes));
        double after = median(steps.get(row.get("run")).get(bytes));
        changes.add(
            new Change(
                transport + " " + row.get("run") + " " + row.get("tokens"),
                !row.get("choice").equals("NCCL"),
                curves
                    .difference(2, 1, CurveChoice.ncclDefault(), choice(row.get("choice")), bytes)
                    .orElseThrow()
                    .times(calls),
                after - before,
                before));
      }
    }
    return changes;
  }

  /** The steps; over host memory with what AllReduces alone take, on a host of the same kind. */
  private static CurveSet curves(Path steps, boolean isHostMemory) {
    SweepCollector collector = new SweepCollector();
    List<Path> files = new ArrayList<>(List.of(steps));
    if (isHostMemory) {
      files.add(Checkout.sample("h200-tp2-shm").resolve("sweep"));
    }
    TraceFiles.read(files, ReadOptions.DEFAULT, collector);
    CurveSet curves = collector.sweeps(Map.of()).curves().get(0);
    assertThat(curves.basis()).isEqualTo(CurveBasis.STEP);
    assertThat(curves.between().isPresent()).isEqualTo(isHostMemory);
    return curves;
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  @ParameterizedTest
  @CsvSource({
    "second, 48, 56, 52, ''",
    "third, 40, 44, 39, 'shm tuner-ll128 24; shm tuner-ll128 96'",
  })
  void aStepOfAnotherModelChangesAsPredictedButWhereTheSawHidesInAGap(
      String shape, int calls, int rules, int held, String misses) throws IOException {
    List<Change> changes = changes(shape, calls);

    assertThat(changes).hasSize(60);
    assertThat(changes.stream().filter(Change::hasRule)).hasSize(rules);
    assertThat(changes.stream().filter(Change::isHeld)).hasSize(held);
    assertThat(changes.stream().filter(Change::isMissed).map(Change::at))
        .containsExactlyInAnyOrder(
            Stream.of(misses.split("; ", -1)).filter(m -> !m.isEmpty()).toArray(String[]::new));
    assertThat(median(changes.stream().map(Change::halfWidth).toList()))
        .isLessThanOrEqualTo(ONE_PERCENT);
    assertThat(changes.stream().filter(Change::isMaterial))
        .allMatch(c -> Math.signum(c.predicted().mid()) == Math.signum(c.measured()));
  }
}
