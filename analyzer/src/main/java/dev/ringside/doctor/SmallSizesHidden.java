package dev.ringside.doctor;

import dev.ringside.trace.record.DataType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The Inspector of 2.30 leaves out messages under 8192 bytes, those of decoding among them
 * (NCCL_INSPECTOR_DUMP_MIN_SIZE_BYTES).
 */
final class SmallSizesHidden extends Rule {
  private static final long LEAST_BY_DEFAULT = 8192;

  SmallSizesHidden() {
    super("small-sizes-hidden", FindingSeverity.INFO, Layer.INPUT, "from 2.30");
  }

  @Override
  public List<Finding> examine(Observations seen) {
    // The output itself names no release, and earlier ones leave nothing out.
    if (!seen.isFrom(2, 30, 0)) {
      return List.of();
    }
    Set<String> profiles = new HashSet<>();
    seen.traffic().sources().stream()
        .filter(s -> s.kind().equals("nccl-profiler"))
        .forEach(s -> profiles.add(s.name()));
    // The Inspector gives bytes and no element type; the example profiler gives both.
    List<CallHistory> inspected =
        seen.histories().stream()
            .filter(h -> profiles.contains(h.place().source()))
            .filter(h -> h.counts().keySet().stream().allMatch(c -> c.type() == DataType.UNKNOWN))
            .toList();
    boolean hasSmall =
        inspected.stream()
            .flatMap(h -> h.counts().keySet().stream())
            .anyMatch(c -> c.count() < LEAST_BY_DEFAULT);
    if (inspected.isEmpty() || hasSmall) {
      return List.of();
    }
    return List.of(
        finding(
            inspected.get(0).place(),
            "No message in this Inspector output is smaller than 8192 bytes. This release leaves"
                + " smaller ones out by default, so small batches may be missing, not absent.",
            "NCCL_INSPECTOR_DUMP_MIN_SIZE_BYTES=0"));
  }
}
