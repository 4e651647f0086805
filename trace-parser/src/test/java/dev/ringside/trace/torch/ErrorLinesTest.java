package dev.ringside.trace.torch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.Message;
import dev.ringside.trace.record.NcclVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorLinesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[rank0]: ncclUnhandledCudaError: Call to CUDA function failed.",
        "[rank0]: Cuda failure 'out of memory'",
        "Cuda failure 700 'an illegal memory access was encountered'",
        "[rank0]: RuntimeError: CUDA error: an illegal memory access was encountered",
        "[rank0]: torch.AcceleratorError: CUDA error: device-side assert triggered",
        "(Worker_TP0 pid=9) ERROR 05-12 07:58:31 [x.py:596] RuntimeError: NCCL error: unhandled cuda error (run with NCCL_DEBUG=INFO for details)",
        "gpu01: Test NCCL failure all_reduce.cu:44 'unhandled cuda error (run with NCCL_DEBUG=INFO for details) / '",
        "gpu01: Test CUDA failure common.cu:892 'out of memory'",
        "[rank1]: Duplicate GPU detected : rank 1 and rank 0 both on CUDA device 41000",
        "Error while creating shared memory segment /dev/shm/nccl-AbCdEf (size 9637888)"
      })
  void failuresAreTakenInTheWordsOfWhoMetThem(String line) {
    assertThat(RecordingSink.read(line + "\n", new ErrorLines()).all(Message.class))
        .singleElement()
        .satisfies(m -> assertThat(m.level()).isEqualTo(Message.ERROR))
        .satisfies(m -> assertThat(line).endsWith(m.text()));
  }

  @Test
  void anExceptionNamesTheReleaseOfTheLibrary() {
    RecordingSink sink =
        RecordingSink.read(
            "[rank0]: torch.distributed.DistBackendError: NCCL error in:"
                + " ../torch/csrc/distributed/c10d/NCCLUtils.hpp:317, unhandled cuda error (run with"
                + " NCCL_DEBUG=INFO for details), NCCL version 2.21.5\n",
            new ErrorLines());

    assertThat(sink.all(NcclVersion.class)).extracting("nccl").containsExactly("2.21.5");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TORCH_NCCL_ASYNC_ERROR_HANDLING set to 1",
        "No CUDA error: all is well",
        "see the section on errors and failures",
        "# Out of bounds values : 3 FAILED",
        "RuntimeError: the model has no CUDA kernels",
        "if a Cuda failure 'out of memory' is shown, lower the batch"
      })
  void otherTextIsLeftAlone(String line) {
    assertThat(RecordingSink.read(line + "\n", new ErrorLines()).events()).isEmpty();
  }
}
