package dev.ringside.cost;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Latency curves measured on one host in one way, and what they say of two choices at one size.
 *
 * <p>Differences are {@code to} minus {@code from} in microseconds a call: negative where {@code
 * to} is faster. Nothing is said outside measured sizes, and nothing of a choice that was not
 * measured.
 *
 * <pre>{@code
 * CurveChoice ll = CurveChoice.pinned(Algorithm.RING, Protocol.LL);
 * CurveChoice simple = CurveChoice.pinned(Algorithm.RING, Protocol.SIMPLE);
 * Optional<Interval> us = curves.difference(2, 1, ll, simple, 393_216);
 * }</pre>
 */
public final class CurveSet {
  /**
   * Isolated sweeps missed whole steps by 2 to 8 us a call, measured on two H200 over shared memory
   * (step sweep against all_reduce_perf -G of the same pinned choices).
   */
  public static final double ISOLATED_SYSTEMATIC_US = 8;

  /** Published single runs of one choice differ by about this part where nothing changed. */
  public static final double PUBLISHED_PART = 0.10;

  private final CurveBasis basis;
  private final MeasuredHost host;
  private final List<CurveSource> sources;
  private final NavigableMap<CurveKey, LatencyCurve> curves;
  private final Optional<InStepOffsets> offsets;
  private final Optional<CurveSet> alone;
  private final StepDifferences stepDifferences;

  private CurveSet(
      CurveBasis basis,
      MeasuredHost host,
      List<CurveSource> sources,
      NavigableMap<CurveKey, LatencyCurve> curves,
      Optional<InStepOffsets> offsets,
      Optional<CurveSet> alone) {
    this.basis = basis;
    this.host = host;
    this.sources = List.copyOf(sources);
    this.curves = curves;
    this.offsets = offsets;
    this.alone = alone;
    this.stepDifferences =
        new StepDifferences(
            basis == CurveBasis.STEP ? curves.values() : List.of(),
            alone.map(set -> set.curves.values()).orElse(List.of()));
  }

  /** Curves of one host; each key once. */
  public static CurveSet of(
      CurveBasis basis,
      MeasuredHost host,
      List<CurveSource> sources,
      Collection<LatencyCurve> curves) {
    TreeMap<CurveKey, LatencyCurve> byKey = new TreeMap<>();
    for (LatencyCurve curve : curves) {
      if (byKey.put(curve.key(), curve) != null) {
        throw new IllegalArgumentException("two curves of " + curve.key().choice().label());
      }
    }
    return new CurveSet(
        basis,
        host,
        sources,
        Collections.unmodifiableNavigableMap(byKey),
        Optional.empty(),
        Optional.empty());
  }

  /** The same curves with in-step offsets of this host instead of the systematic error. */
  public CurveSet withOffsets(InStepOffsets measured) {
    if (basis != CurveBasis.ISOLATED) {
      throw new IllegalArgumentException("in-step offsets belong to isolated sweeps");
    }
    return new CurveSet(basis, host, sources, curves, Optional.of(measured), alone);
  }

  /** The same steps, between whose sizes differences follow AllReduces alone on this host. */
  public CurveSet withSizesBetween(CurveSet isolated) {
    if (basis != CurveBasis.STEP || isolated.basis != CurveBasis.ISOLATED) {
      throw new IllegalArgumentException(
          "an isolated sweep fills in between sizes of a step sweep");
    }
    return new CurveSet(basis, host, sources, curves, offsets, Optional.of(isolated));
  }

  /** What fills in between the sizes of a step sweep; empty where straight lines do. */
  public Optional<CurveSet> between() {
    return alone;
  }

  /** Whether in-step offsets of this host stand in for the systematic error. */
  public boolean hasOffsets() {
    return offsets.isPresent();
  }

  public CurveBasis basis() {
    return basis;
  }

  public MeasuredHost host() {
    return host;
  }

  public List<CurveSource> sources() {
    return sources;
  }

  public NavigableSet<CurveKey> keys() {
    return Collections.unmodifiableNavigableSet(curves.navigableKeySet());
  }

  public Optional<LatencyCurve> curve(CurveKey key) {
    return Optional.ofNullable(curves.get(key));
  }

  /** Whether these curves may speak for a communicator of a trace. */
  public CurveMatch match(int nRanks, int nNodes, MeasuredHost trace) {
    CurveMatch match = host.match(trace);
    boolean measured = keys().stream().anyMatch(k -> k.nRanks() == nRanks && k.nNodes() == nNodes);
    List<String> remarks = new ArrayList<>(match.remarks());
    alone.ifPresent(set -> remarks.add("between its sizes it follows the isolated sweep"));
    if (measured) {
      return new CurveMatch(match.refusals(), match.notChecked(), remarks);
    }
    List<String> refusals = new ArrayList<>(match.refusals());
    refusals.add(
        "measured with "
            + keys().stream().map(CurveSet::ranksAndNodes).distinct().toList()
            + ", the communicator has "
            + ranksAndNodes(new CurveKey(nRanks, nNodes, CurveChoice.ncclDefault())));
    return new CurveMatch(refusals, match.notChecked(), remarks);
  }

  /** Microseconds a call by which {@code to} is slower than {@code from}; empty where not known. */
  public Optional<Interval> difference(
      int nRanks, int nNodes, CurveChoice from, CurveChoice to, long bytes) {
    LatencyCurve a = curves.get(new CurveKey(nRanks, nNodes, from));
    LatencyCurve b = curves.get(new CurveKey(nRanks, nNodes, to));
    if (a == null || b == null || !a.covers(bytes) || !b.covers(bytes)) {
      return Optional.empty();
    }
    if (from.equals(to)) {
      return Optional.of(Interval.ZERO);
    }
    return switch (basis) {
      case STEP -> stepDifferences.at(nRanks, nNodes, from, to, bytes);
      case ISOLATED -> Optional.of(isolatedDifference(a, b, bytes));
      case PUBLISHED -> {
        Interval before = a.at(bytes).orElseThrow();
        Interval after = b.at(bytes).orElseThrow();
        yield Optional.of(
            after.minus(before).widenedBy(PUBLISHED_PART * Math.max(before.mid(), after.mid())));
      }
    };
  }

  /** Microseconds of one call alone; always empty under basis {@code step}. */
  public Optional<Interval> callUs(int nRanks, int nNodes, CurveChoice choice, long bytes) {
    if (basis == CurveBasis.STEP) {
      return Optional.empty();
    }
    Optional<Interval> us = curve(new CurveKey(nRanks, nNodes, choice)).flatMap(c -> c.at(bytes));
    return basis == CurveBasis.PUBLISHED ? us.map(u -> u.widenedBy(PUBLISHED_PART * u.mid())) : us;
  }

  /** Microseconds of a whole step of {@link #stepShape}; empty unless the basis is {@code step}. */
  public Optional<Interval> stepUs(int nRanks, int nNodes, CurveChoice choice, long bytes) {
    return basis == CurveBasis.STEP
        ? curve(new CurveKey(nRanks, nNodes, choice)).flatMap(c -> c.at(bytes))
        : Optional.empty();
  }

  /** The one shape all steps ran; empty where they ran several, or none. */
  public Optional<StepShape> stepShape(int nRanks, int nNodes) {
    List<StepShape> shapes =
        curves.values().stream()
            .filter(c -> basis == CurveBasis.STEP)
            .filter(c -> c.key().nRanks() == nRanks && c.key().nNodes() == nNodes)
            .flatMap(c -> c.points().values().stream())
            .filter(p -> p.tokens() > 0 && p.bytes() % p.tokens() == 0)
            .map(p -> new StepShape(p.bytes() / p.tokens(), p.calls()))
            .distinct()
            .toList();
    return shapes.size() == 1 ? Optional.of(shapes.get(0)) : Optional.empty();
  }

  /**
   * Microseconds a call that two measurements of the same thing differ by; NaN where nothing was
   * measured twice. Under {@code step}: median half-width of the difference between the default and
   * the pinned choice it is closest to at that size; {@code isolated}: out-of-place against
   * in-place; {@code published}: {@link #PUBLISHED_PART} of the latency at {@code bytes}.
   */
  public double noiseFloorUs(int nRanks, int nNodes, long bytes) {
    if (basis == CurveBasis.PUBLISHED) {
      return curves.values().stream()
          .filter(c -> c.key().nRanks() == nRanks && c.key().nNodes() == nNodes)
          .flatMap(c -> c.at(bytes).stream())
          .mapToDouble(us -> us.mid() * PUBLISHED_PART)
          .max()
          .orElse(Double.NaN);
    }
    List<LatencyCurve> measured =
        curves.values().stream()
            .filter(c -> c.key().nRanks() == nRanks && c.key().nNodes() == nNodes)
            .toList();
    return basis == CurveBasis.STEP
        ? NoiseFloor.ofSteps(measured)
        : NoiseFloor.ofIsolated(measured);
  }

  private Interval isolatedDifference(LatencyCurve from, LatencyCurve to, long bytes) {
    CurvePoint a = from.points().get(bytes);
    CurvePoint b = to.points().get(bytes);
    Interval alone =
        a != null && b != null
            ? RoundDifferences.perCall(a, b)
            : to.at(bytes).orElseThrow().minus(from.at(bytes).orElseThrow());
    CurveKey key = from.key();
    return offsets
        .flatMap(o -> o.offset(key.nRanks(), key.nNodes(), key.choice(), to.key().choice()))
        .map(alone::plus)
        .orElseGet(() -> alone.widenedBy(ISOLATED_SYSTEMATIC_US));
  }

  private static String ranksAndNodes(CurveKey key) {
    return key.nRanks() + " ranks on " + key.nNodes() + (key.nNodes() == 1 ? " node" : " nodes");
  }
}
