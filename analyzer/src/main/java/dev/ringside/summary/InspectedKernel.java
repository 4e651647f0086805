package dev.ringside.summary;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * Runs of one communication kernel for one message size, all ranks together.
 *
 * @param family whose kernel it is, such as {@code nccl} or {@code custom}
 * @param bytes message size; empty unknown, as in every replay of a CUDA graph
 * @param isReplayed whether a CUDA graph launched them
 * @param meanUs of the runs that were timed, waiting for peers included
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record InspectedKernel(
    String family,
    String name,
    String op,
    OptionalLong bytes,
    boolean isReplayed,
    long runs,
    OptionalDouble meanUs,
    OptionalDouble minUs,
    OptionalDouble maxUs) {

  private record Key(String family, String name, String op, long bytes, boolean isReplayed) {}

  static List<InspectedKernel> of(List<WholeSource> sources) {
    Map<Key, List<KernelRuns>> groups = new LinkedHashMap<>();
    for (WholeSource s : sources) {
      for (KernelRuns r : s.piece().kernels()) {
        Key key =
            new Key(
                r.kernel().family().word(),
                r.kernel().name(),
                r.kernel().op().ncclName(),
                r.bytes(),
                r.isReplayed());
        groups.computeIfAbsent(key, k -> new ArrayList<>()).add(r);
      }
    }
    List<InspectedKernel> out = new ArrayList<>();
    groups.forEach((key, runs) -> out.add(of(key, runs)));
    return out;
  }

  private static InspectedKernel of(Key key, List<KernelRuns> runs) {
    List<KernelRuns> timed = runs.stream().filter(r -> r.timed() > 0).toList();
    double total = timed.stream().mapToLong(KernelRuns::totalNs).sum();
    long times = timed.stream().mapToLong(KernelRuns::timed).sum();
    return new InspectedKernel(
        key.family,
        key.name,
        key.op,
        key.bytes < 0 ? OptionalLong.empty() : OptionalLong.of(key.bytes),
        key.isReplayed,
        runs.stream().mapToLong(KernelRuns::runs).sum(),
        times == 0 ? OptionalDouble.empty() : OptionalDouble.of(us(total / times)),
        timed.stream().mapToDouble(r -> us((double) r.shortestNs())).min(),
        timed.stream().mapToDouble(r -> us((double) r.longestNs())).max());
  }

  private static double us(double ns) {
    return Math.round(ns) / 1000.0;
  }
}
