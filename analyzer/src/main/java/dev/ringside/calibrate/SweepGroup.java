package dev.ringside.calibrate;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveKey;
import dev.ringside.cost.CurvePoint;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.CurveSource;
import dev.ringside.cost.LatencyCurve;
import dev.ringside.cost.MeasuredHost;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Sweeps of one host that make one set of curves. */
final class SweepGroup {
  private final List<Sweep> sweeps = new ArrayList<>();
  private MeasuredHost host = MeasuredHost.unknown();

  boolean isEmpty() {
    return sweeps.isEmpty();
  }

  CurveBasis basis() {
    return sweeps.get(0).basis();
  }

  Launch launch() {
    return sweeps.get(0).launch();
  }

  /** Element type, where all have the same. */
  private Optional<String> elementType() {
    List<String> types = sweeps.stream().map(Sweep::elementType).distinct().toList();
    return types.size() == 1 ? Optional.of(types.get(0)) : Optional.empty();
  }

  /**
   * Whether a sweep belongs here: same way of measuring, same calls a step, no fact of the host
   * that differs, and not the same choice in another element type.
   */
  boolean takes(Sweep sweep) {
    return sweep.basis() == basis()
        && sweep.launch() == launch()
        && isSameHost(host, sweep.host())
        && calls(sweeps.get(0)) == calls(sweep)
        && sweeps.stream()
            .noneMatch(
                s -> s.key().equals(sweep.key()) && !s.elementType().equals(sweep.elementType()));
  }

  private static int calls(Sweep sweep) {
    return sweep.points().get(0).calls();
  }

  void add(Sweep sweep) {
    sweeps.add(sweep);
    host =
        new MeasuredHost(
            host.gpu().or(() -> sweep.host().gpu()),
            host.transport().or(() -> sweep.host().transport()),
            host.nccl().or(() -> sweep.host().nccl()));
  }

  SweepSet set() {
    return new SweepSet(curves(), launch(), elementType().orElse(""));
  }

  private CurveSet curves() {
    Map<CurveKey, Map<Long, CurvePoint>> points = new TreeMap<>();
    List<CurveSource> sources = new ArrayList<>();
    for (Sweep sweep : sweeps) {
      sources.add(new CurveSource(sweep.file(), sweep.key(), sweep.choiceFrom().word()));
      Map<Long, CurvePoint> curve = points.computeIfAbsent(sweep.key(), k -> new TreeMap<>());
      sweep.points().forEach(p -> curve.merge(p.bytes(), p, SweepGroup::joined));
    }
    List<LatencyCurve> curves = new ArrayList<>();
    points.forEach((key, sizes) -> curves.add(new LatencyCurve(key, sizes.values())));
    return CurveSet.of(basis(), host, sources, curves);
  }

  /** Rounds of a second file follow behind those of the first, out-of-place on even numbers. */
  private static CurvePoint joined(CurvePoint a, CurvePoint b) {
    if (a.calls() != b.calls()) {
      return a;
    }
    TreeMap<Integer, Double> samples = new TreeMap<>(a.samples());
    int behind = (samples.lastKey() / 2 + 1) * 2;
    b.samples().forEach((round, us) -> samples.put(behind + round, us));
    return new CurvePoint(a.bytes(), a.tokens(), a.calls(), samples);
  }

  static boolean isSameHost(MeasuredHost a, MeasuredHost b) {
    boolean isOneGpu =
        a.gpu().isEmpty()
            || b.gpu().isEmpty()
            || MeasuredHost.mayBeOneGpu(a.gpu().get(), b.gpu().get());
    return isOneGpu && agree(a.transport(), b.transport()) && agree(a.nccl(), b.nccl());
  }

  private static <T> boolean agree(Optional<T> a, Optional<T> b) {
    return a.isEmpty() || b.isEmpty() || a.equals(b);
  }

  /** How many facts of a host are known. */
  static int facts(MeasuredHost host) {
    return (host.gpu().isPresent() ? 1 : 0)
        + (host.transport().isPresent() ? 1 : 0)
        + (host.nccl().isPresent() ? 1 : 0);
  }
}
