package dev.ringside.summary;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.CostTableRow;
import dev.ringside.trace.record.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Puts the lines of a printed cost table together. Blocks of up to three algorithms follow each
 * other; a data cell k is algorithm k / 3 and protocol k % 3 of its block, whatever the header
 * prints behind the last algorithm (NCCL src/graph/tuning.cc, ncclTopoTuneModel).
 */
final class CostRows {
  /** A cell by its printed names: older releases have algorithms that NCCL no longer knows. */
  record Cell(
      Collective collective, String algorithm, String protocol, double latencyUs, double gbs) {}

  private static final List<String> PROTOCOLS = List.of("LL", "LL128", "Simple");

  private final List<Cell> cells = new ArrayList<>();
  private final List<MaxThreads> maxThreads = new ArrayList<>();
  private List<String> columns = List.of();

  static CostRows of(List<CostTableRow> rows) {
    CostRows table = new CostRows();
    rows.forEach(table::add);
    return table;
  }

  private void add(CostTableRow row) {
    switch (row.kind()) {
      case ALGORITHMS -> {
        columns = new ArrayList<>();
        for (String algorithm : row.cells()) {
          PROTOCOLS.forEach(protocol -> columns.add(algorithm + '/' + protocol));
        }
      }
      case COMBINED -> columns = row.cells().stream().map(c -> c.replace(" ", "")).toList();
      case PROTOCOLS -> {}
      case MAX_THREADS -> addThreads(row.cells());
      case DATA -> addData(row);
    }
  }

  private void addThreads(List<String> threads) {
    for (int i = 0; i < Math.min(threads.size(), columns.size()); i++) {
      Optional<Algorithm> a = Algorithm.ofName(algorithm(i));
      Optional<Protocol> p = Protocol.ofName(protocol(i));
      if (a.isPresent() && p.isPresent() && threads.get(i).matches("\\d{1,6}")) {
        maxThreads.add(new MaxThreads(a.get(), p.get(), Integer.parseInt(threads.get(i))));
      }
    }
  }

  private void addData(CostTableRow row) {
    for (int i = 0; i < Math.min(row.cells().size(), columns.size()); i++) {
      String[] parts = row.cells().get(i).split("/", -1);
      Optional<Double> latency = parts.length == 2 ? number(parts[0]) : Optional.empty();
      Optional<Double> bandwidth = parts.length == 2 ? number(parts[1]) : Optional.empty();
      if (latency.isPresent() && bandwidth.isPresent() && !isKnown(row.collective(), i)) {
        cells.add(
            new Cell(row.collective(), algorithm(i), protocol(i), latency.get(), bandwidth.get()));
      }
    }
  }

  /** Whether an earlier table of the same communicator gave the cell. */
  private boolean isKnown(Collective collective, int column) {
    return cells.stream()
        .anyMatch(
            c ->
                c.collective() == collective
                    && c.algorithm().equals(algorithm(column))
                    && c.protocol().equals(protocol(column)));
  }

  private String algorithm(int column) {
    String name = columns.get(column);
    return name.substring(0, Math.max(0, name.indexOf('/')));
  }

  private String protocol(int column) {
    String name = columns.get(column);
    return name.substring(name.indexOf('/') + 1);
  }

  private static Optional<Double> number(String text) {
    String trimmed = text.trim().toLowerCase(Locale.ROOT);
    return trimmed.matches("-?\\d+(\\.\\d+)?(e[+-]?\\d+)?")
        ? Optional.of(Double.parseDouble(trimmed))
        : Optional.empty();
  }

  List<Cell> cells() {
    return cells;
  }

  /** Nothing where no cell of a known algorithm was printed. */
  Optional<PrintedCosts> printed() {
    List<CostEntry> entries = new ArrayList<>();
    for (Cell c : cells) {
      Optional<Algorithm> a = Algorithm.ofName(c.algorithm());
      Optional<Protocol> p = Protocol.ofName(c.protocol());
      if (a.isPresent() && p.isPresent()) {
        entries.add(new CostEntry(c.collective(), a.get(), p.get(), c.latencyUs(), c.gbs()));
      }
    }
    return entries.isEmpty()
        ? Optional.empty()
        : Optional.of(new PrintedCosts(entries, maxThreads));
  }
}
