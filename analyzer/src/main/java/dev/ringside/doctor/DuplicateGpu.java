package dev.ringside.doctor;

import dev.ringside.summary.Communicator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Two ranks on one GPU. */
final class DuplicateGpu extends Rule {
  private static final Pattern SIGN = Pattern.compile("Duplicate GPU detected");

  DuplicateGpu() {
    super("duplicate-gpu", FindingSeverity.ERROR, Layer.GPU, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return seen.messages(SIGN).stream()
        .findFirst()
        .map(m -> List.of(finding(m.place(), text(m.record().text()), REMEDY)))
        .or(() -> shared(seen))
        .orElse(List.of());
  }

  /**
   * Device numbers say nothing: a process that sees one card calls it 0. Bus ids do, by host; but
   * containers on several machines may call themselves alike, and of those NCCL completes a
   * communicator.
   */
  private Optional<List<Finding>> shared(Observations seen) {
    Map<String, Communicator> byCard = new HashMap<>();
    for (Communicator c : seen.traffic().communicators()) {
      if (c.busId().isEmpty() || c.id().host().isEmpty() || c.rank() < 0) {
        continue;
      }
      String card = c.group() + ' ' + c.id().host() + ' ' + c.busId();
      Communicator other = byCard.putIfAbsent(card, c);
      boolean isRefuted = other != null && other.completed() && c.completed();
      if (other != null && other.rank() != c.rank() && !isRefuted) {
        return Optional.of(
            List.of(
                finding(
                    new Place(c.id().source(), -1),
                    text(
                        "ranks "
                            + other.rank()
                            + " and "
                            + c.rank()
                            + " both have bus id "
                            + c.busId()
                            + " on "
                            + c.id().host()),
                    REMEDY)));
      }
    }
    return Optional.empty();
  }

  private static String text(String evidence) {
    return "Two ranks use one GPU: "
        + Excerpt.of(evidence)
        + " NCCL refuses that; error 5 behind it is only its return code on the way up.";
  }

  private static final String REMEDY =
      "Give each rank a GPU of its own: CUDA_VISIBLE_DEVICES=$OMPI_COMM_WORLD_LOCAL_RANK (or"
          + " $SLURM_LOCALID) in front of the program, and no more ranks a node than GPUs";
}
