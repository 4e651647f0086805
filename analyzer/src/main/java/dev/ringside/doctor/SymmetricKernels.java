package dev.ringside.doctor;

import dev.ringside.summary.Piece;
import dev.ringside.summary.SourceSummary;
import dev.ringside.summary.TunedSize;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.KernelFamily;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** NCCL's symmetric-memory kernels, which ask no tuner. */
final class SymmetricKernels extends Rule {
  SymmetricKernels() {
    super("symmetric-kernels", FindingSeverity.INFO, Layer.SOFTWARE, "from 2.27");
  }

  @Override
  public List<Finding> examine(Observations seen) {
    for (SourceSummary source : seen.summary().sources()) {
      for (Piece piece : source.pieces()) {
        List<TunedSize> sizes = piece.tuned().stream().filter(SymmetricKernels::isKernel).toList();
        Set<Collective> operations = new TreeSet<>();
        sizes.forEach(t -> operations.add(t.collective()));
        piece.kernels().stream()
            .filter(k -> k.kernel().family() == KernelFamily.NCCL_SYMMETRIC)
            .forEach(k -> operations.add(k.kernel().op()));
        if (!operations.isEmpty()) {
          long offset = sizes.stream().mapToLong(TunedSize::firstOffset).min().orElse(-1);
          return List.of(
              finding(new Place(source.source().name(), offset), text(operations, sizes), REMEDY));
        }
      }
    }
    return List.of();
  }

  /** Lines of the copy engine stand under the same word and name no kernel. */
  private static boolean isKernel(TunedSize tuned) {
    return tuned.choice().startsWith("SYMMETRIC/") && !tuned.choice().contains("Copy Engine");
  }

  private static String text(Set<Collective> operations, List<TunedSize> sizes) {
    String upTo =
        sizes.isEmpty()
            ? ""
            : " ("
                + sizes.stream().mapToLong(TunedSize::bytes).min().orElse(0)
                + " to "
                + sizes.stream().mapToLong(TunedSize::bytes).max().orElse(0)
                + " bytes here)";
    return "NCCL's symmetric kernels carry "
        + operations.stream().map(Collective::ncclName).collect(Collectors.joining(", "))
        + upTo
        + ". They have no algorithm and protocol of the classic table, the LL in AGxLL is none, and"
        + " no tuner is asked about them.";
  }

  private static final String REMEDY =
      "To compare: run the benchmark without -R 2, or the engine without its symmetric-memory option";
}
