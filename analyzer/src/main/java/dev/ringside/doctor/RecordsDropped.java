package dev.ringside.doctor;

import java.util.List;

/** A profiler that overwrote records. */
final class RecordsDropped extends Rule {
  RecordsDropped() {
    super("records-dropped", FindingSeverity.WARNING, Layer.INPUT, "from 2.23");
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return seen.traffic().losses().stream()
        .filter(l -> l.name().equals("records-dropped"))
        .findFirst()
        .map(
            l ->
                List.of(
                    finding(
                        new Place(l.source(), l.offset()),
                        "The profiler did not keep every call: "
                            + l.detail()
                            + ". It writes what its pools still hold, so counts are too low.",
                        "NCCL_PROFILE_COLL_POOL_SIZE=65536 NCCL_PROFILE_GROUP_POOL_SIZE=65536"
                            + " NCCL_PROFILE_COLL_API_POOL_SIZE=65536")))
        .orElse(List.of());
  }
}
