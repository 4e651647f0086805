package dev.ringside.doctor;

import dev.ringside.summary.SourceSummary;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
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
        .map(loss -> judged(loss, seen))
        .map(List::of)
        .orElse(List.of());
  }

  private Finding judged(Loss loss, Observations seen) {
    // A profiler that samples by design loses nothing that it promised.
    boolean isSample = loss.severity() == Severity.INFO;
    Finding finding =
        finding(
            new Place(loss.source(), loss.offset()),
            "The profiler did not keep every call: "
                + loss.detail()
                + ". It writes what it still holds, so counts are too low.",
            isRecorder(loss, seen)
                ? "TORCH_NCCL_TRACE_BUFFER_SIZE=20000 (the entries that PyTorch's recorder keeps)"
                : isSample
                    ? "NCCL_INSPECTOR_DUMP_THREAD_INTERVAL_MICROSECONDS smaller; from 2.30"
                        + " NCCL_INSPECTOR_DUMP_MIN_SIZE_BYTES=0, since smaller messages than 8192"
                        + " bytes are left out by default"
                    : "NCCL_PROFILE_COLL_POOL_SIZE=65536 NCCL_PROFILE_GROUP_POOL_SIZE=65536"
                        + " NCCL_PROFILE_COLL_API_POOL_SIZE=65536");
    return isSample ? finding.as(FindingSeverity.INFO) : finding;
  }

  private static boolean isRecorder(Loss loss, Observations seen) {
    return seen.summary().sources().stream()
        .map(SourceSummary::source)
        .anyMatch(s -> s.name().equals(loss.source()) && s.kind().equals("flight-recorder"));
  }
}
