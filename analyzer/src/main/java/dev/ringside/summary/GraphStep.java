package dev.ringside.summary;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.GraphLaunches;
import dev.ringside.trace.record.GraphLaunches.Share;
import dev.ringside.trace.record.KernelFamily;
import java.util.Optional;

/**
 * Steps that a profiler saw replayed from CUDA graphs in a row, on one rank. Which batch size each
 * had is recorded nowhere.
 *
 * @param launches how many
 * @param allReduces AllReduce kernels of NCCL in each
 * @param stepUs median time from one to the next, host time included
 * @param allReduceShare part of that time that the AllReduces run, waiting for peers included
 */
public record GraphStep(long launches, int allReduces, double stepUs, Share allReduceShare) {

  /** Empty for launches without AllReduces of NCCL, and for a single one. */
  static Optional<GraphStep> of(GraphLaunches launches) {
    int allReduces =
        launches.kernels().stream()
            .filter(p -> p.kernel().op() == Collective.ALL_REDUCE)
            .filter(p -> p.kernel().family() == KernelFamily.NCCL)
            .mapToInt(GraphLaunches.Part::perLaunch)
            .sum();
    return allReduces == 0
        ? Optional.empty()
        : launches
            .allReduce()
            .map(s -> new GraphStep(launches.launches(), allReduces, launches.intervalUs(), s));
  }
}
