package dev.ringside.report;

import java.util.List;
import java.util.stream.Collectors;

/** Sizes at which NCCL's printed costs leave open what it chooses. */
final class CloseChoices {
  private CloseChoices() {}

  /** For a person; empty where there are none. */
  static String of(List<Report.Size> sizes) {
    String close =
        sizes.stream()
            .filter(s -> s.own().isClose())
            .map(s -> Numbers.bytes(s.bytes()))
            .distinct()
            .collect(Collectors.joining(", "));
    return close.isEmpty()
        ? ""
        : "NCCL's own choice at "
            + close
            + ": the cost table is printed too coarsely to tell it from the next best";
  }
}
