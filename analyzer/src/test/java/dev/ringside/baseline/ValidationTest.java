package dev.ringside.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.TraceFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidationTest {
  private static final String RING =
      "NCCL_ALGO=Ring NCCL_PROTO=LL128 ./build/all_reduce_perf -n 1500000 -c 10000";

  @TempDir private Path dir;
  private int files;

  @Test
  void checkedOperationsAreThoseOfCheckIterationsNotOfTimedOnes() throws IOException {
    Validation v = of(run(RING).checks(10_000).us(65_536, 20).us(131_072, 25));

    assertThat(v.allReduces()).isEqualTo(2 * 2 * 10_000);
    assertThat(v.bound95()).isCloseTo(3.0 / 40_000, within(1e-12));
    assertThat(v.verdict()).isEqualTo(Validation.Verdict.NO_ERROR_SEEN);
  }

  @Test
  void runsOfAnotherGpuSayNothingOfThisOneButTheirErrorsCount() throws IOException {
    NcclTests other = run(RING).gpu("NVIDIA H200").checks(10_000);

    Validation sound = of(run(RING).checks(10_000).us(65_536, 20), other.us(65_536, 20));
    assertThat(sound.allReduces()).isEqualTo(20_000);
    assertThat(sound.refused()).singleElement().asString().contains("measured on NVIDIA H200");
    Validation wrong = of(run(RING).us(65_536, 20), run(RING).gpu("NVIDIA H200").us(65_536, 20, 5));
    assertThat(wrong.verdict()).isEqualTo(Validation.Verdict.CORRUPTS);
  }

  @Test
  void theDefaultChecksOneResultAHalf() throws IOException {
    assertThat(of(run(RING).us(65_536, 20)).allReduces()).isEqualTo(2);
  }

  @Test
  void wrongValuesAreCorruptionWhateverTheCount() throws IOException {
    Validation v = of(run(RING).checks(1000).us(65_536, 20, 0).us(131_072, 20, 5));

    assertThat(v.verdict()).isEqualTo(Validation.Verdict.CORRUPTS);
    assertThat(v.wrong()).isEqualTo(5);
    assertThat(v.bound95()).isNaN();
  }

  @Test
  void uncheckedRunsCountForNothing() throws IOException {
    Validation v = of(run(RING).checks(0).us(65_536, 20));

    assertThat(v.verdict()).isEqualTo(Validation.Verdict.NOTHING_CHECKED);
    assertThat(v.refused()).singleElement().asString().contains("were not checked");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "./build/all_reduce_perf",
        "NCCL_PROTO=Simple ./build/all_reduce_perf",
        "NCCL_PROTO=LL,LL128,Simple ./build/all_reduce_perf",
        "NCCL_PROTO=\"LL128;allreduce:LL\" ./build/all_reduce_perf"
      })
  void aRunThatIsNotShownToUseLl128CountsForNothing(String command) throws IOException {
    Validation v = of(run(command).checks(100).us(65_536, 20));

    assertThat(v.allReduces()).isZero();
    assertThat(v.refused()).singleElement().asString().contains("nothing shows that it ran LL128");
  }

  @Test
  void tuningLinesShowTheSizesThatRanLl128() throws IOException {
    String line =
        "n:1:1 [0] NCCL INFO AllReduce: %d Bytes -> Algo RING proto %s channel{Lo..Hi}={0..1}%n";
    String log = String.format(line, 65_536, "LL128") + String.format(line, 131_072, "SIMPLE");
    Path file =
        Files.writeString(
            dir.resolve("x.txt"),
            log + run("./build/all_reduce_perf").checks(100).us(65_536, 20).us(131_072, 20).text());

    Validation v = read(file);

    assertThat(v.runs())
        .singleElement()
        .satisfies(
            r -> {
              assertThat(r.checked()).isEqualTo(200);
              assertThat(r.algorithm()).isEqualTo("Ring");
              assertThat(r.maxBytes()).isEqualTo(65_536);
            });
  }

  @Test
  void whatWasNotRunIsNamedWithItsCommand() throws IOException {
    Validation v = of(run(RING).type("bfloat16").checks(100).us(65_536, 20));

    assertThat(v.gaps())
        .extracting(ValidationGap::what)
        .containsExactly(
            "Tree",
            "half",
            "CUDA graphs",
            "all_gather, reduce_scatter, broadcast, reduce",
            "load between the sockets");
    assertThat(v.gaps().get(0).command())
        .startsWith("NCCL_ALGO=Tree NCCL_PROTO=LL128 all_reduce_perf")
        .contains(" -g 8 ", " -d bfloat16 ", " -c 115385");
  }

  @Test
  void coveredThingsAreNoGaps() throws IOException {
    Validation v =
        of(
            run(RING).type("bfloat16").checks(100).graph(20).us(65_536, 20),
            run("NCCL_ALGO=Tree NCCL_PROTO=LL128 ./build/all_reduce_perf")
                .type("half")
                .checks(100)
                .us(65_536, 20));

    assertThat(v.gaps())
        .extracting(ValidationGap::what)
        .containsExactly(
            "all_gather, reduce_scatter, broadcast, reduce", "load between the sockets");
    assertThat(v.gaps().get(0).why()).contains("cannot lift the ban for AllReduce alone");
  }

  @Test
  void anUnpinnedAlgorithmCoversNone() throws IOException {
    Validation v = of(run("NCCL_PROTO=LL128 ./build/all_reduce_perf").checks(10).us(65_536, 20));

    assertThat(v.allReduces()).isEqualTo(20);
    assertThat(v.gaps()).extracting(ValidationGap::what).contains("Ring", "Tree");
  }

  private static NcclTests run(String command) {
    return NcclTests.of("all_reduce").command(command);
  }

  private Validation of(NcclTests... runs) throws IOException {
    Path[] written = new Path[runs.length];
    for (int i = 0; i < runs.length; i++) {
      written[i] = Files.writeString(dir.resolve("run" + files++ + ".txt"), runs[i].text());
    }
    return read(written);
  }

  private static Validation read(Path... inputs) {
    ValidationCollector collector = new ValidationCollector();
    TraceFiles.read(List.of(inputs), ReadOptions.DEFAULT, collector);
    return collector.validation(false);
  }
}
