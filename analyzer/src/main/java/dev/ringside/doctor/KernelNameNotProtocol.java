package dev.ringside.doctor;

import dev.ringside.summary.Piece;
import dev.ringside.summary.SourceSummary;
import dev.ringside.trace.record.KernelSummary;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The kernel's name, from which many read a protocol (NCCL src/device/generate.py). */
final class KernelNameNotProtocol extends Rule {
  private static final Pattern NAME = Pattern.compile("nccl(Dev)?Kernel_\\w*(RING|TREE)_LL");

  KernelNameNotProtocol() {
    super("kernel-name-not-protocol", FindingSeverity.INFO, Layer.INPUT, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return seen.all(KernelSummary.class).stream()
        .filter(s -> NAME.matcher(s.record().name()).find())
        .map(Sighting::place)
        .findFirst()
        .or(() -> ofRuns(seen))
        .map(
            place ->
                List.of(
                    finding(
                        place,
                        "The LL at the end of NCCL's kernel names is no protocol: one kernel serves"
                            + " all of them and is named after LL, and RING stands for every"
                            + " algorithm but Tree.",
                        "What ran: NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,TUNING (from 2.20 one line"
                            + " a call names algorithm and protocol)")))
        .orElse(List.of());
  }

  private static Optional<Place> ofRuns(Observations seen) {
    for (SourceSummary source : seen.summary().sources()) {
      for (Piece piece : source.pieces()) {
        if (piece.kernels().stream().anyMatch(k -> NAME.matcher(k.kernel().name()).find())) {
          return Optional.of(new Place(source.source().name(), -1));
        }
      }
    }
    return Optional.empty();
  }
}
