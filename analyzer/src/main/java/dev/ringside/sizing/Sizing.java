package dev.ringside.sizing;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.Interval;
import dev.ringside.cost.MeasuredHost;
import dev.ringside.cost.StepShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Message sizes, zones and AllReduce times of a model by batch and tensor-parallel size, with
 * advice.
 *
 * <pre>{@code
 * ModelShape shape = ServedModels.shipped().find("Qwen3-8B").orElseThrow();
 * Sizing sizing = Sizing.of(
 *     new SizingRequest(shape, List.of(2, 4), List.of(1, 8, 64), curves, Optional.of(zones)));
 * }</pre>
 *
 * @param rows by tensor-parallel size, then batch
 * @param zones of the tuner file, by tensor-parallel size; empty without a file
 * @param cliffs batch sizes to avoid, as far as measured
 * @param captureSizes advice for the engine's graph capture list
 * @param prefillChunks advice by tensor-parallel size, where latencies were measured
 */
public record Sizing(
    ModelShape shape,
    List<SizingRow> rows,
    List<ZoneStart> zones,
    List<Cliff> cliffs,
    List<Integer> captureSizes,
    List<PrefillChunk> prefillChunks) {
  public Sizing {
    rows = List.copyOf(rows);
    zones = List.copyOf(zones);
    cliffs = List.copyOf(cliffs);
    captureSizes = List.copyOf(captureSizes);
    prefillChunks = List.copyOf(prefillChunks);
  }

  public static Sizing of(SizingRequest request) {
    List<SizingRow> rows = new ArrayList<>();
    List<ZoneStart> zones = new ArrayList<>();
    List<Cliff> cliffs = new ArrayList<>();
    List<PrefillChunk> chunks = new ArrayList<>();
    for (int tp : request.tensorParallel()) {
      // One rank reduces nothing.
      List<CurveSet> curves = tp == 1 ? List.of() : usable(request.curves(), tp);
      FileZones file = new FileZones(request.zones(), tp);
      for (int batch : request.batches()) {
        rows.add(row(request.shape(), curves, file, tp, batch));
      }
      zones.addAll(file.inBatches(request.shape().bytesPerToken()));
      Advice advice = new Advice(request.shape(), curves, tp, request.largestBatch());
      cliffs.addAll(advice.cliffs());
      advice.prefillChunk().ifPresent(chunks::add);
    }
    List<Integer> capture = CaptureList.of(request.largestBatch(), zones, cliffs);
    return new Sizing(request.shape(), rows, zones, cliffs, capture, chunks);
  }

  private static List<CurveSet> usable(List<CurveSet> sets, int tp) {
    return sets.stream()
        .filter(s -> s.match(tp, 1, MeasuredHost.unknown()).isUsable())
        .sorted(Comparator.comparing(CurveSet::basis))
        .toList();
  }

  private static SizingRow row(
      ModelShape shape, List<CurveSet> curves, FileZones file, int tp, int batch) {
    long bytes = shape.bytes(batch);
    Optional<CurveChoice> zone = file.choice(bytes, false);
    Optional<CurveChoice> ll128 = file.choice(bytes, true);
    Optional<Interval> call = first(curves, s -> s.callUs(tp, 1, CurveChoice.ncclDefault(), bytes));
    Optional<CurveSet> saver =
        curves.stream()
            .filter(s -> saving(s, tp, ll128.or(() -> zone), bytes).isPresent())
            .findFirst();
    int calls = shape.callsPerPass();
    Optional<CurveBasis> basis =
        saver
            .map(CurveSet::basis)
            .or(() -> call.isPresent() ? firstBasis(curves, tp, bytes) : Optional.empty());
    return new SizingRow(
        tp,
        batch,
        bytes,
        zone,
        ll128,
        call,
        firstBasis(curves, tp, bytes),
        call.map(c -> c.times(calls)),
        saver.flatMap(s -> saving(s, tp, zone, bytes)).map(s -> s.times(calls)),
        saver.flatMap(s -> saving(s, tp, ll128, bytes)).map(s -> s.times(calls)),
        basis,
        stepUs(shape, curves, tp, bytes));
  }

  /** Microseconds a call that a choice saves against NCCL's own. */
  private static Optional<Interval> saving(
      CurveSet set, int tp, Optional<CurveChoice> choice, long bytes) {
    return choice
        .flatMap(c -> set.difference(tp, 1, CurveChoice.ncclDefault(), c, bytes))
        .map(Interval::negated);
  }

  private static Optional<Interval> stepUs(
      ModelShape shape, List<CurveSet> curves, int tp, long bytes) {
    StepShape wanted = new StepShape(shape.bytesPerToken(), shape.callsPerPass());
    return first(
        curves.stream().filter(s -> s.stepShape(tp, 1).filter(wanted::equals).isPresent()).toList(),
        s -> s.stepUs(tp, 1, CurveChoice.ncclDefault(), bytes));
  }

  private static Optional<CurveBasis> firstBasis(List<CurveSet> curves, int tp, long bytes) {
    return curves.stream()
        .filter(s -> s.callUs(tp, 1, CurveChoice.ncclDefault(), bytes).isPresent())
        .map(CurveSet::basis)
        .findFirst();
  }

  private interface Figure {
    Optional<Interval> of(CurveSet set);
  }

  private static Optional<Interval> first(List<CurveSet> curves, Figure figure) {
    return curves.stream().flatMap(s -> figure.of(s).stream()).findFirst();
  }
}
