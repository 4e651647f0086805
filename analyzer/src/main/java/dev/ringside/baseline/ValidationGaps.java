package dev.ringside.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What checks of LL128 did not cover. */
final class ValidationGaps {
  /** Bound that the printed commands reach. */
  private static final double TARGET = 1e-6;

  private static final int SIZES = 13;

  private final Validation validation;
  private final List<ValidationGap> gaps = new ArrayList<>();

  ValidationGaps(Validation validation) {
    this.validation = validation;
  }

  List<ValidationGap> all() {
    List<String> algorithms = validation.covered(CheckedRun::algorithm);
    for (String algorithm : List.of("Ring", "Tree")) {
      if (!algorithms.contains(algorithm)) {
        add(
            algorithm,
            algorithms.contains("")
                ? "which algorithm ran is not shown: NCCL_PROTO alone does not pin it"
                : "another order of writes than what was checked",
            command("all_reduce", algorithm, type(), false));
      }
    }
    for (String type : List.of("bfloat16", "half")) {
      if (!validation.covered(CheckedRun::type).contains(type)) {
        add(type, "another kernel; models run in it", command("all_reduce", "Ring", type, false));
      }
    }
    List<String> launches = validation.covered(CheckedRun::launch);
    if (!launches.contains("graph")) {
      add(
          "CUDA graphs",
          "engines decode in them, with other gaps between calls",
          command("all_reduce", "Ring", type(), true));
    }
    collectives();
    load();
    return gaps;
  }

  private void collectives() {
    List<String> seen = validation.runs().stream().map(CheckedRun::test).distinct().toList();
    List<String> missing =
        ValidationCollector.TESTS.stream()
            .filter(t -> !t.equals("all_reduce") && !seen.contains(t))
            .toList();
    if (missing.isEmpty()) {
      return;
    }
    String why =
        isBefore224()
            ? "this NCCL cannot lift the ban for AllReduce alone, so NCCL_PROTO opens LL128 for"
                + " them too"
            : "opened too by NCCL_PROTO=LL,LL128,Simple; not by"
                + " NCCL_PROTO=\"LL,Simple;allreduce:LL,LL128,Simple\" (NCCL 2.24 and later)";
    add(
        String.join(", ", missing),
        why,
        missing.stream()
            .map(test -> command(test, "Ring", type(), false))
            .collect(Collectors.joining("\n")));
  }

  private boolean isBefore224() {
    return validation.nccl().stream()
        .anyMatch(
            release -> {
              String[] parts = release.split("\\.", -1);
              return parts.length > 1
                  && parts[0].equals("2")
                  && parts[1].matches("\\d{1,4}")
                  && Integer.parseInt(parts[1]) < 24;
            });
  }

  private void load() {
    if (!validation.isUnderLoad()) {
      add(
          "load between the sockets",
          "a busy link may split or reorder what an idle one does not",
          "numactl --cpunodebind=0 --membind=1 stress-ng --stream 0 & "
              + command("all_reduce", "Ring", type(), false)
              + "; kill %1   # then 'ringside validate --under-load'");
    }
  }

  private String type() {
    List<String> types = validation.covered(CheckedRun::type);
    return types.isEmpty() || types.contains("bfloat16") ? "bfloat16" : types.get(0);
  }

  /** Checks as many results as the target needs: out-of-place and in-place of every size. */
  private String command(String test, String algorithm, String type, boolean isGraph) {
    int nRanks = validation.runs().stream().mapToInt(CheckedRun::nRanks).max().orElse(-1);
    long checks = (long) Math.ceil(3 / TARGET / (2.0 * SIZES));
    return String.format(
        Locale.ROOT,
        "NCCL_ALGO=%s NCCL_PROTO=LL128 %s_perf -b 4K -e 16M -f 2 -g %s -d %s -n 1 -w 1 -c %d%s",
        algorithm,
        test,
        nRanks > 1 ? Integer.toString(nRanks) : "GPUS",
        type,
        checks,
        isGraph ? " -G 1" : "");
  }

  private void add(String what, String why, String command) {
    gaps.add(new ValidationGap(what, why, command));
  }
}
