package dev.ringside.doctor;

import java.util.List;

/** Several one-process runs in place of one job. */
final class BenchmarkNotMpi extends Rule {
  BenchmarkNotMpi() {
    super("benchmark-not-mpi", FindingSeverity.ERROR, Layer.SOFTWARE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return seen.benchmarks().stream()
        .filter(b -> b.run().independentJobs() > 1)
        .map(
            b ->
                finding(
                    b.place(),
                    b.run().independentJobs()
                        + " processes ran beside each other, each as rank 0 of its own job: the"
                        + " binary was built without MPI. Their rows are neither repetitions nor a"
                        + " result of several ranks.",
                    "make -C nccl-tests clean && make -C nccl-tests MPI=1 MPI_HOME=$MPI_HOME; then"
                        + " mpirun -np <ranks> all_reduce_perf -g 1 …"))
        .toList();
  }
}
