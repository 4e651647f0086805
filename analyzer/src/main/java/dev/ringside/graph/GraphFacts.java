package dev.ringside.graph;

import dev.ringside.trace.record.XmlElement;
import java.util.List;
import java.util.Optional;

/**
 * What inputs say of one graph search.
 *
 * @param topology the most complete one; that of a topology dump before that of a log
 * @param graphs search results; those of one writer, or of one dump
 * @param dump the graph dump itself, where one was given
 * @param nccl release; empty unknown
 * @param hasNvml whether graph files can name GPUs for sure
 */
public record GraphFacts(
    Optional<Topology> topology,
    List<SearchedGraph> graphs,
    Optional<XmlElement> dump,
    String nccl,
    boolean hasNvml) {

  public GraphFacts {
    graphs = List.copyOf(graphs);
  }

  /** The ring, which AllReduce uses. */
  public Optional<SearchedGraph> ring() {
    return graphs.stream().filter(SearchedGraph::isRing).findFirst();
  }
}
