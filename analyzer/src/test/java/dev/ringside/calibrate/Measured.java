package dev.ringside.calibrate;

import dev.ringside.Checkout;
import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveSet;
import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.TraceFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Measured data beside the project; tests that need it are skipped where it is absent. */
final class Measured {
  private Measured() {}

  static Path path(String name) {
    return Checkout.shared("data").resolve(name);
  }

  static Sweeps read(Path... files) {
    SweepCollector collector = new SweepCollector();
    TraceFiles.read(List.of(files), ReadOptions.DEFAULT, collector);
    return collector.sweeps(Map.of());
  }

  /** The sample of a measured host that ships with the project. */
  private static Path sample(String name) {
    return Checkout.sample("h200-tp2-shm").resolve(name);
  }

  static Path step() {
    return sample("step/hidden4096_layers16.csv");
  }

  static Path sweeps() {
    return sample("sweep");
  }

  static Path[] pinnedSweeps() {
    return Stream.of("Ring_LL", "Ring_LL128", "Ring_Simple", "Tree_LL", "Tree_LL128", "Tree_Simple")
        .map(choice -> sample("sweep/graph_fine_" + choice + ".txt"))
        .toArray(Path[]::new);
  }

  static CurveSet only(CurveBasis basis, Sweeps sweeps) {
    List<CurveSet> sets = sweeps.curves().stream().filter(s -> s.basis() == basis).toList();
    if (sets.size() != 1) {
      throw new IllegalStateException(
          "expected one set of basis " + basis + ", got " + sets.size());
    }
    return sets.get(0);
  }
}
