package dev.ringside.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a finding says where a rule knows more than one cause. */
class FindingTextsTest {
  @TempDir private Path dir;

  private List<Finding> findings(String code, String... lines) {
    Path file = Examined.write(dir, "input.log", String.join("\n", lines) + "\n");
    return Examined.files(file).stream().filter(f -> f.code().equals(code)).toList();
  }

  private Finding finding(String code, String... lines) {
    List<Finding> all = findings(code, lines);
    assertThat(all).as(code).isNotEmpty();
    return all.get(0);
  }

  @Test
  void anEngineOnTwoNodesThatNothingButTensorParallelismFills() {
    String arguments =
        "[2026-05-13 02:14:17] server_args=ServerArgs(model_path='m', tp_size=16, pp_size=%d,"
            + " dp_size=%d, nnodes=%d)";

    assertThat(finding("cross-node-tp", arguments.formatted(1, 1, 2)))
        .satisfies(f -> assertThat(f.severity()).isEqualTo(FindingSeverity.WARNING))
        .satisfies(f -> assertThat(f.text()).contains("over 16 ranks on 2 nodes"));
    assertThat(findings("cross-node-tp", arguments.formatted(2, 1, 2))).isEmpty();
    assertThat(findings("cross-node-tp", arguments.formatted(1, 2, 2))).isEmpty();
    assertThat(findings("cross-node-tp", arguments.formatted(1, 1, 1))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2.19.3, 2.19 and 2.20 take v1",
    "2.21.5, 2.21 takes v2",
    "2.22.3, 2.22 and 2.23 take v2 and v3",
    "2.27.7, 2.24 to 2.27 take v2 to v4",
    "2.28.9, 2.28 and 2.29 take v2 to v5",
    "2.30.3, 2.30 takes v2 to v6",
  })
  void aTunerOfAVersionThatTheReleaseDoesNotTake(String release, String versions) {
    Finding finding =
        finding(
            "tuner-plugin-missing",
            "n1:100:110 [0] NCCL INFO NCCL version " + release + "+cuda12.9",
            "n1:100:110 [0] NCCL INFO NCCL_TUNER_PLUGIN set by environment to libtuner.so",
            "n1:100:110 [0] NCCL INFO TUNER/Plugin: Failed to find ncclTunerPlugin_v1 symbol.");
    assertThat(finding.text()).contains("has no tuner of a version").contains(versions);
  }

  @Test
  void receiversWithAndSendersWithoutGpuDirectAreNoDifferenceOfHosts() {
    String line = "node%d:100:110 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[0] [%s] via NET/IB/0%s";
    Finding bySide =
        finding(
            "gdrdma-asymmetric",
            line.formatted(1, "send", ""),
            line.formatted(2, "receive", "/GDRDMA"));
    Finding byHost =
        finding(
            "gdrdma-asymmetric",
            line.formatted(1, "send", "/GDRDMA"),
            line.formatted(2, "receive", ""));

    assertThat(bySide.text()).contains("Receivers have it and senders do not");
    assertThat(bySide.remedy()).startsWith("NCCL_NET_GDR_READ=1");
    assertThat(byHost.text()).contains("The hosts differ");
  }

  @Test
  void wrongValuesWithLl128ForcedPointAtIt() {
    String[] test = {
      "# nThread 1 nGpus 1 minBytes 8 maxBytes 2097152 step: 2(factor) warmup iters: 5 iters: 20"
          + " agg iters: 1 validation: 1 graph: 0",
      "#  Rank  0 Group  0 Pid 900 on node1 device 0 [0x10] NVIDIA H100 80GB HBM3",
      "     2097152        524288     float     sum      -1   500.00    4.19    4.19     17"
          + "   500.00    4.19    4.19     17",
      "# Out of bounds values : 17 FAILED",
      "n1:100:110 [0] NCCL INFO NCCL_PROTO set by environment to %s."
    };
    String last = test[4];
    test[4] = last.formatted("LL128");
    assertThat(finding("data-corruption", test).text()).contains("which is the first suspect");
    assertThat(finding("data-corruption", test).remedy()).startsWith("unset NCCL_PROTO");
    test[4] = last.formatted("^LL128");
    assertThat(finding("data-corruption", test).text()).doesNotContain("suspect");
  }

  @Test
  void aValueThatNcclRefusedWithoutEchoingIt() {
    Finding finding =
        finding(
            "proto-syntax",
            "n1:100:110 [0] graph/tuning.cc:50 NCCL WARN Unrecognized element token \"LLL\" when"
                + " parsing \"LLL\"");
    assertThat(finding.text()).startsWith("NCCL refuses the value of NCCL_PROTO or NCCL_ALGO");
  }
}
