package dev.ringside.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.GraphLaunches;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** One run, recorded in several formats: each knows a part of it, and what two know must agree. */
class FormatsOfOneRunTest {
  private static final String DATA = "data/h200-tp2/";
  private static final int[] BATCHES = {64, 56, 48, 40, 32, 24, 16, 12, 8, 4, 2, 1};
  private static final long BYTES_A_TOKEN = 8192;

  private static RecordingSink source(String name) {
    RecordedRun run = RecordedRun.read(SharedData.path(DATA + name));
    assertThat(run.sinks()).hasSize(1);
    return run.sinks().values().iterator().next();
  }

  private static Map<Long, Integer> allReduces(String name) {
    return source(name).sizes(Collective.ALL_REDUCE);
  }

  @Test
  void theFlightRecorderHasTheEagerCallsOfTheLogAndNoCaptures() {
    Map<Long, Integer> log = allReduces("shm/log/nccl.node01.rank0.log");
    Map<Long, Integer> flight = allReduces("shm/flight/rank0.json.gz");

    for (int batch : BATCHES) {
      assertThat(log).containsEntry(batch * BYTES_A_TOKEN, 96);
      assertThat(flight).containsEntry(batch * BYTES_A_TOKEN, 64);
    }
    for (int tokens : new int[] {256, 512, 2048}) {
      assertThat(flight.get(tokens * BYTES_A_TOKEN))
          .isEqualTo(log.get(tokens * BYTES_A_TOKEN))
          .isPositive();
    }
    assertThat(flight.keySet()).isEqualTo(log.keySet());
  }

  @Test
  void bothRanksLogTheSameCalls() {
    assertThat(allReduces("shm/log/nccl.node01.rank1.log"))
        .isEqualTo(allReduces("shm/log/nccl.node01.rank0.log"));
  }

  @Test
  void theTraceHasTheProfiledPassWithSizesAndTheReplaysWithout() {
    for (int rank = 0; rank < 2; rank++) {
      RecordingSink trace = source("shm/kineto/rank" + rank + ".pt.trace.json.gz");

      assertThat(trace.sizes(Collective.ALL_REDUCE)).isEqualTo(Map.of(256 * BYTES_A_TOKEN, 32));
      Map<Integer, Long> launches = new TreeMap<>();
      trace
          .all(GraphLaunches.class)
          .forEach(
              run ->
                  launches.merge(
                      run.kernels().stream().mapToInt(GraphLaunches.Part::perLaunch).sum(),
                      run.launches(),
                      Long::sum));
      assertThat(launches).isEqualTo(Map.of(32, 3L * BATCHES.length));
    }
  }

  @Test
  void theExampleProfilerSeesTheSizesThatInspectorSees() {
    Map<Long, Integer> example = allReduces("shm/profiler/example_profiler_rank0.json");
    Map<Long, Integer> inspector = allReduces("shm/inspector/verbose-0.log");

    assertThat(example.keySet()).containsAll(inspector.keySet());
  }

  @Test
  void everyMeasuredFileIsRecognisedAndReadWithoutLoss() {
    RecordedRun run = RecordedRun.read(SharedData.path(DATA));

    assertThat(run.all(Loss.class)).filteredOn(loss -> loss.severity() != Severity.INFO).isEmpty();
    run.sinks()
        .forEach(
            (name, sink) -> {
              if (!name.endsWith(".md")) {
                assertThat(sink.events()).as(name).isNotEmpty();
              }
            });
    assertThat(run.kinds().values())
        .contains("kineto-trace", "flight-recorder", "nccl-profiler", "text");
  }
}
