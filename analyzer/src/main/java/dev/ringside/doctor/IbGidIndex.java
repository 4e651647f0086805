package dev.ringside.doctor;

import java.util.List;

/** A GID index that is fixed by hand. */
final class IbGidIndex extends Rule {
  IbGidIndex() {
    super("ib-gid-index", FindingSeverity.WARNING, Layer.HCA, "chosen by NCCL from 2.21");
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return seen.variable("NCCL_IB_GID_INDEX")
        .filter(v -> v.value().matches("\\d+"))
        .map(v -> judged(v, seen))
        .map(List::of)
        .orElse(List.of());
  }

  private Finding judged(Variable v, Observations seen) {
    boolean isOld = seen.release().isPresent() && !seen.isFrom(2, 21, 0);
    Finding finding =
        finding(
            v.place(),
            v.assignment()
                + " fixes the GID by its place in a table that differs between hosts: on some it"
                + " names no RoCE v2 address. NCCL chooses by itself since 2.21 (default -1)"
                + (isOld
                    ? "; this release does not, so the index has to be checked by host."
                    : "."),
            isOld
                ? "show_gids on every host: the index has to be RoCE v2 with an IPv4 address"
                : "unset NCCL_IB_GID_INDEX; what the hosts have: show_gids");
    return isOld ? finding.as(FindingSeverity.INFO) : finding;
  }
}
