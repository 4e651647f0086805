package dev.ringside.trace.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.SharedData;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.io.RecordingSink.Call;
import dev.ringside.trace.io.RecordingSink.Choice;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.CommunicatorInit;
import dev.ringside.trace.record.Loss;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counts of real logs, taken from their lines by {@code grep -c}. */
class MeasuredLogsTest {

  @ParameterizedTest
  @CsvSource({
    "shm/log/nccl.node01.rank0.log, 2031, 2031",
    "shm/log/nccl.node01.rank1.log, 2031, 0",
    "multi/nvlink.561.log, 35, 32",
    "multi/nvlink.562.log, 35, 0",
    "multi/shm_one_pipe.log, 70, 32",
  })
  void everyCallAndChoiceIsRead(String name, int calls, int choices) throws IOException {
    RecordingSink sink = read(name);
    assertThat(sink.all(Call.class)).hasSize(calls);
    assertThat(sink.all(Choice.class)).hasSize(choices);
    assertThat(sink.all(Loss.class)).isEmpty();
  }

  @Test
  void callsOfOneProgramAreToldApart() throws IOException {
    RecordingSink sink = read("multi/nvlink.561.log");
    assertThat(sink.all(Call.class))
        .filteredOn(call -> call.op() == Collective.ALL_REDUCE)
        .hasSize(29);
    assertThat(sink.all(CommunicatorInit.class))
        .filteredOn(init -> init.parent() != 0 && init.stage() == CommunicatorInit.Stage.START)
        .extracting(CommunicatorInit::nRanks)
        .contains(2);
  }

  private static RecordingSink read(String name) throws IOException {
    Path file = SharedData.path("data/h200-tp2/" + name);
    return RecordingSink.read(Files.readString(file), new NcclLines());
  }
}
