package dev.ringside.summary;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import java.util.List;
import java.util.Optional;

/**
 * The cost table of one communicator, put together from its printed blocks.
 *
 * @param entries in printed order; an entry that was never printed is absent
 * @param maxThreads empty where the line is missing
 */
public record PrintedCosts(List<CostEntry> entries, List<MaxThreads> maxThreads) {

  public PrintedCosts {
    entries = List.copyOf(entries);
    maxThreads = List.copyOf(maxThreads);
  }

  /** The printed cell, also where it is forbidden. */
  public Optional<CostEntry> entry(Collective collective, Algorithm algorithm, Protocol protocol) {
    return entries.stream()
        .filter(
            e ->
                e.collective() == collective
                    && e.algorithm() == algorithm
                    && e.protocol() == protocol)
        .findFirst();
  }
}
