package dev.ringside.trace.bench;

import dev.ringside.trace.record.BenchmarkDevice;
import dev.ringside.trace.record.BenchmarkNote;
import dev.ringside.trace.record.BenchmarkRow;
import dev.ringside.trace.record.BenchmarkRowPart;
import dev.ringside.trace.record.TraceRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Makes runs of the benchmark records of one source, given in the order of the source. A run begins
 * with a header note behind rows or a footer; a second header in front of any row is that of
 * another process writing to the same output, and belongs to the same run. So do whole outputs of
 * one rank each that follow one another with the same settings from different processes.
 *
 * <pre>{@code
 * BenchmarkRuns runs = new BenchmarkRuns();
 * records.forEach(runs::accept);
 * List<BenchmarkRun> all = runs.finish();
 * }</pre>
 */
public final class BenchmarkRuns {
  private final List<BenchmarkRun> finished = new ArrayList<>();
  private Map<String, String> notes = new LinkedHashMap<>();
  private List<BenchmarkDevice> devices = new ArrayList<>();
  private List<BenchmarkRow> rows = new ArrayList<>();
  private final TornRow torn = new TornRow();
  private boolean hasRows;
  private boolean hasFooter;
  private long wrong;
  private int tornRows;
  private int columns;
  private int footers;

  /** Takes records of benchmarks, passes over all others. */
  public void accept(TraceRecord record) {
    if (record instanceof BenchmarkNote note) {
      note(note);
    } else if (record instanceof BenchmarkDevice device) {
      header();
      devices.add(device);
    } else if (record instanceof BenchmarkRow row) {
      dropPieces();
      hasRows = true;
      rows.add(row);
    } else if (record instanceof BenchmarkRowPart part) {
      piece(part.text());
    }
  }

  /** The runs, the last one included. */
  public List<BenchmarkRun> finish() {
    dropPieces();
    close();
    return List.copyOf(finished);
  }

  private void note(BenchmarkNote note) {
    switch (note.key()) {
      case "wrong_total", "wrong_verdict", "avg_busbw", "error" -> footer(note);
      case "columns" -> {
        // Every process of a job built without MPI prints its own titles, before the rows.
        if (hasRows && footers >= columns) {
          close();
        }
        columns++;
        notes.putIfAbsent(note.key(), note.value());
      }
      default -> {
        header();
        notes.putIfAbsent(note.key(), note.value());
      }
    }
  }

  private void footer(BenchmarkNote note) {
    dropPieces();
    if (note.key().equals("wrong_total")) {
      hasFooter = true;
      wrong += Math.max(0, Math.round(TableWords.number(note.value())));
    }
    if (note.key().equals("avg_busbw")) {
      footers++;
    }
    notes.putIfAbsent(note.key(), note.value());
  }

  private void header() {
    if (hasRows) {
      close();
    }
  }

  private void piece(String text) {
    if (torn.isEnded(text)) {
      dropPieces();
    }
    torn.add(text)
        .ifPresent(
            row -> {
              hasRows = true;
              rows.add(row);
            });
  }

  private void dropPieces() {
    if (torn.drop()) {
      tornRows++;
      hasRows = true;
    }
  }

  private void close() {
    dropPieces();
    if (!notes.isEmpty() || !devices.isEmpty() || !rows.isEmpty() || tornRows > 0) {
      OptionalLong total = hasFooter ? OptionalLong.of(wrong) : fromRows();
      add(new BenchmarkRun(notes, devices, rows, total, tornRows));
    }
    notes = new LinkedHashMap<>();
    devices = new ArrayList<>();
    rows = new ArrayList<>();
    hasRows = false;
    hasFooter = false;
    wrong = 0;
    tornRows = 0;
    columns = 0;
    footers = 0;
  }

  /** Processes of a job built without MPI may print their outputs whole, one behind another. */
  private void add(BenchmarkRun run) {
    int last = finished.size() - 1;
    if (last >= 0 && finished.get(last).isOfJobWithoutMpi(run)) {
      finished.set(last, finished.get(last).and(run));
    } else {
      finished.add(run);
    }
  }

  /** Without a footer the checked rows say it. */
  private OptionalLong fromRows() {
    boolean checked =
        rows.stream().anyMatch(r -> r.outOfPlaceWrong() >= 0 || r.inPlaceWrong() >= 0);
    long sum =
        rows.stream()
            .mapToLong(r -> Math.max(0, r.outOfPlaceWrong()) + Math.max(0, r.inPlaceWrong()))
            .sum();
    return checked ? OptionalLong.of(sum) : OptionalLong.empty();
  }
}
