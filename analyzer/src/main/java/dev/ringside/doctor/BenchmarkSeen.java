package dev.ringside.doctor;

import dev.ringside.summary.Piece;
import dev.ringside.summary.RareLine;
import dev.ringside.summary.SourceSummary;
import dev.ringside.summary.TraceSummary;
import dev.ringside.trace.bench.BenchmarkRun;
import dev.ringside.trace.bench.BenchmarkRuns;
import dev.ringside.trace.record.BenchmarkDevice;
import dev.ringside.trace.record.BenchmarkNote;
import dev.ringside.trace.record.BenchmarkRow;
import dev.ringside.trace.record.BenchmarkRowPart;
import java.util.ArrayList;
import java.util.List;

/**
 * One benchmark run as a source shows it.
 *
 * @param place its first row, else its first line
 */
public record BenchmarkSeen(
    Place place, BenchmarkRun run, List<Sighting<BenchmarkRow>> rows, boolean hasFooter) {

  static List<BenchmarkSeen> of(TraceSummary summary) {
    List<BenchmarkSeen> out = new ArrayList<>();
    for (SourceSummary source : summary.sources()) {
      out.addAll(ofSource(source));
    }
    return out;
  }

  private static List<BenchmarkSeen> ofSource(SourceSummary source) {
    BenchmarkRuns runs = new BenchmarkRuns();
    List<Sighting<BenchmarkRow>> rows = new ArrayList<>();
    long first = -1;
    for (Piece piece : source.pieces()) {
      for (RareLine line : piece.rare().lines()) {
        runs.accept(line.record());
        Place place = new Place(source.source().name(), line.offset());
        if (line.record() instanceof BenchmarkRow row) {
          rows.add(new Sighting<>(row, line.where(), place, 1));
        }
        boolean isBenchmark =
            line.record() instanceof BenchmarkRow
                || line.record() instanceof BenchmarkRowPart
                || line.record() instanceof BenchmarkDevice
                || line.record() instanceof BenchmarkNote;
        first = first < 0 && isBenchmark ? line.offset() : first;
      }
    }
    Place begin = new Place(source.source().name(), first);
    return runs.finish().stream()
        .filter(r -> !r.rows().isEmpty() || !r.devices().isEmpty())
        .map(r -> new BenchmarkSeen(begin, r, of(rows, r), !Double.isNaN(r.averageBusBw())))
        .toList();
  }

  /** The run's rows with their places; rows that were put together of pieces have the run's. */
  private static List<Sighting<BenchmarkRow>> of(
      List<Sighting<BenchmarkRow>> all, BenchmarkRun run) {
    return all.stream().filter(s -> run.rows().contains(s.record())).toList();
  }

  int nRanks() {
    return run.nRanks().orElse(-1);
  }

  int nNodes() {
    return run.nNodes().orElse(-1);
  }

  Place placeOf(BenchmarkRow row) {
    return rows.stream()
        .filter(s -> s.record().equals(row))
        .map(Sighting::place)
        .findFirst()
        .orElse(place);
  }

  /** Faster of the two measurements in microseconds; NaN for neither. */
  static double us(BenchmarkRow row) {
    return least(row.outOfPlaceUs(), row.inPlaceUs());
  }

  /** Better bus bandwidth of the two in GB/s; NaN for neither. */
  static double busBw(BenchmarkRow row) {
    return -least(-row.outOfPlaceBusBw(), -row.inPlaceBusBw());
  }

  private static double least(double a, double b) {
    return Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.min(a, b);
  }
}
