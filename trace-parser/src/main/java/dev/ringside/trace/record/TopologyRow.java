package dev.ringside.trace.record;

import java.util.List;

/**
 * One row of the matrix of {@code nvidia-smi topo -m}: how one device is connected to each other.
 *
 * @param device such as {@code GPU0} or {@code NIC0}; empty for the header row, whose cells are the
 *     names of the columns
 * @param cells X, SYS, NODE, PHB, PXB, PIX or NV and a number of links, and behind them affinities
 *     as printed
 */
public record TopologyRow(String device, List<String> cells) implements TraceRecord {

  public TopologyRow {
    cells = List.copyOf(cells);
  }
}
