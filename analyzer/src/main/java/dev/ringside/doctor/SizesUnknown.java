package dev.ringside.doctor;

import dev.ringside.summary.SourceSummary;
import dev.ringside.trace.record.KernelSummary;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Kernels without the sizes that they carry. */
final class SizesUnknown extends Rule {
  private static final Pattern NCCL = Pattern.compile("(?i)nccl|all_?reduce");

  SizesUnknown() {
    super("sizes-unknown", FindingSeverity.INFO, Layer.INPUT, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    Set<String> withCalls = new HashSet<>();
    seen.histories().forEach(h -> withCalls.add(h.place().source()));
    List<Place> places = new ArrayList<>();
    seen.all(KernelSummary.class).stream()
        .filter(s -> NCCL.matcher(s.record().name()).find())
        .map(Sighting::place)
        .findFirst()
        .ifPresent(places::add);
    for (SourceSummary source : seen.summary().sources()) {
      boolean isBlind =
          source.pieces().stream().flatMap(p -> p.kernels().stream()).anyMatch(k -> k.bytes() < 0);
      if (isBlind) {
        places.add(new Place(source.source().name(), -1));
      }
    }
    return places.stream()
        .filter(p -> !withCalls.contains(p.source()))
        .findFirst()
        .map(
            p ->
                List.of(
                    finding(
                        p,
                        "Kernels are listed without message sizes: neither a zone nor a gain can"
                            + " be derived from them.",
                        "NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,COLL,TUNING"
                            + " NCCL_DEBUG_FILE=nccl.%h.%p.log for one start of the same job")))
        .orElse(List.of());
  }
}
