package dev.ringside.doctor;

import java.util.List;

/** A log that lost its line breaks. */
final class LogFlattened extends Rule {
  LogFlattened() {
    super("log-flattened", FindingSeverity.WARNING, Layer.INPUT, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return seen.traffic().losses().stream()
        .filter(l -> l.name().equals("flattened-lines"))
        .findFirst()
        .map(
            l ->
                List.of(
                    finding(
                        new Place(l.source(), l.offset()),
                        "The line breaks are lost ("
                            + l.detail()
                            + "): records are told apart by their headers, and what stood on lines"
                            + " of its own without a header is lost.",
                        "Take the log as a file instead of through a form or a chat:"
                            + " NCCL_DEBUG_FILE=nccl.%h.%p.log")))
        .orElse(List.of());
  }
}
