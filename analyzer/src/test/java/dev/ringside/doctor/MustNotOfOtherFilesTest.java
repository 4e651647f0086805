package dev.ringside.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.summary.InspectedRow;

/** Cases 25 to 42. */
class MustNotOfOtherFilesTest extends MustNotTable {

  MustNotOfOtherFilesTest() {
    engines();
    torch();
    profilers();
    tools();
    benchmarks();
    smallBenchmarks();
  }

  private void engines() {
    String vllm = "25-vllm-v1-serving-custom-allreduce";
    row(
        vllm,
        "attribute small all-reduces to NCCL protocols",
        r -> {
          r.has("custom-allreduce-active");
          assertThat(r.traffic().rows()).isEmpty();
        });
    row(vllm, "predict a large gain", r -> r.has("custom-allreduce-active"));
    row(
        vllm,
        "break on carriage returns",
        r -> assertThat(r.inspection().serving().running()).contains(256, 271));
    row(
        vllm,
        "take 'PIECEWISE=35 (largest=256)' as a TP size",
        r -> assertThat(r.inspection().tp()).hasValue(2));
    String sglang = "26-sglang-tp4-pcie-decode-batches";
    row(
        sglang,
        "merge the Prefill line's '#running-req: 1'",
        r -> assertThat(r.inspection().serving().running()).hasSize(8));
    row(
        sglang,
        "expect a comma after 'Decode batch'",
        r -> assertThat(r.inspection().serving().running()).first().isEqualTo(46));
  }

  private void torch() {
    String watchdog = "27-watchdog-three-operations";
    row(
        watchdog,
        "report a slow network",
        r -> r.lacks("nic-error", "high-small-message-latency", "no-rdma-socket-only"));
    row(
        watchdog,
        "compute bytes",
        r -> assertThat(r.inspection().collectives().values()).allMatch(c -> c.bytes().isEmpty()));
    String kineto = "28-kineto-c10d-metadata";
    row(kineto, "count both record_param_comms", r -> r.counts("AllReduce", 6));
    row(
        kineto,
        "conclude protocol LL from the suffix",
        r -> assertThat(r.inspection().tuning()).isEmpty());
    row(
        kineto,
        "parse 'Process Group Ranks' as a JSON array",
        r -> assertThat(r.inspection().ranks()).hasValue(4));
    String flight = "31-flight-recorder-pending";
    row(
        flight,
        "use only the first tensor of a coalesced call",
        r -> assertThat(r.bytes("AllReduce")).containsEntry(80L, 1L));
    row(flight, "treat state 'scheduled' as never issued", r -> r.counts("AllReduce", 5));
    row(
        flight,
        "expect a rank number inside the file",
        r -> assertThat(r.inspection().ranksSeen()).isEmpty());
    row(
        flight,
        "treat last_started_collective -1 as an error",
        r -> assertThat(r.findings()).noneMatch(f -> f.severity() == FindingSeverity.ERROR));
  }

  private void profilers() {
    String example = "29-profiler-plugin-not-json";
    row(example, "use a strict JSON parser", r -> r.counts("AllReduce", 5));
    row(
        example,
        "overflow a signed 64-bit CommHash",
        r ->
            assertThat(r.traffic().communicators())
                .extracting(c -> Long.toUnsignedString(c.id().comm()))
                .containsExactly("13390184420417255981"));
    row(
        example,
        "take the begin/end distance of COLL",
        r -> r.lacks("waiting-dominates", "high-small-message-latency"));
    row(example, "count the COLL_API event as a further call", r -> r.counts("AllReduce", 5));
    String inspector = "30-inspector-mixed-versions";
    row(
        inspector,
        "read strictly one object per line",
        r -> assertThat(r.bytes("ReduceScatter")).containsKey(2147483648L));
    row(
        inspector,
        "take rank 0 for the flat record",
        r ->
            assertThat(r.traffic().communicators().stream().filter(c -> c.nRanks() == 3))
                .singleElement()
                .satisfies(c -> assertThat(c.rank()).isEqualTo(1)));
    row(
        inspector,
        "mix the 3-rank communicator",
        r ->
            assertThat(r.traffic().rows().stream().filter(x -> x.nRanks() == 8))
                .noneMatch(x -> x.bytes() == 2360832L));
    String tables = "32-kernel-summaries-two-tools";
    row(
        tables,
        "use the average 2687827.8 ns",
        r -> assertThat(r.text("waiting-dominates")).contains("median 116.4 us"));
    row(tables, "derive message sizes", r -> assertThat(r.traffic().rows()).isEmpty());
    row(
        tables,
        "expect full kernel names",
        r -> {
          r.has("sizes-unknown");
          assertThat(r.traffic().losses()).isEmpty();
        });
  }

  private void tools() {
    row(
        "33-ras-mismatch-report",
        "call ranks 12 and 13 the stragglers",
        r -> assertThat(r.text("collective-mismatch")).contains("12, 13").contains("ahead"));
    String tuner = "34-tuner-plugin-rows-never-match";
    row(
        tuner,
        "report 'Loaded 4 tuning configurations' as success",
        r ->
            assertThat(r.text("tuner-config-never-matches"))
                .contains("2 of 4")
                .contains("4 nodes, 32 ranks"));
    row(
        tuner,
        "read 'latency_us' as bandwidth",
        r -> assertThat(r.inspection().tableRows()).isEmpty());
    String trace = "35-call-trace";
    row(trace, "require [device] before NCCL", r -> r.counts("AllReduce", 6));
    row(trace, "require 'NCCL INFO'", r -> r.counts("Broadcast", 1));
    row(
        trace,
        "reject the version suffix 'a0'",
        r -> assertThat(r.inspection().ncclVersion()).hasValue("2.16.3a0"));
    String matrix = "36-topology-matrix-hybrid";
    row(matrix, "report an NVSwitch box", r -> r.has("partial-nvlink"));
    row(
        matrix,
        "read a legend line as a matrix row",
        r -> assertThat(r.text("partial-nvlink")).doesNotContain("Self"));
    row(
        matrix,
        "choose any four GPUs as equal",
        r ->
            assertThat(r.text("partial-nvlink")).contains("{0,1,2,3}").doesNotContain("{0,1,4,5}"));
  }

  private void benchmarks() {
    String rtx = "37-nccl-tests-rtx4090-eight";
    row(rtx, "print 0.00 GB/s as an error", r -> r.lacks("data-corruption", "single-rank-run"));
    row(rtx, "call the run broken", r -> r.lacks("data-corruption", "high-small-message-latency"));
    String stamped = "38-nccl-tests-mpirun-timestamps";
    row(
        stamped,
        "require a row to start with blanks",
        r -> assertThat(r.inspection().tableRows()).hasSize(5));
    row(
        stamped,
        "treat the year as a message size",
        r -> assertThat(r.inspection().tableRows()).noneMatch(x -> x.size() == 2024));
    String torn = "41-nccl-tests-rows-torn-by-tuning";
    row(torn, "drop rows", r -> assertThat(r.inspection().tableRows()).hasSize(4));
    row(
        torn,
        "take the text after '-1' as the out-of-place time",
        r ->
            assertThat(r.inspection().tableRows())
                .extracting(x -> x.oopTimeUs().orElse(0))
                .containsExactly(62.11, 351.2, 377.2, 633.4));
    row(
        torn,
        "take the leading [0] as the device field",
        r -> assertThat(r.inspection().ranks()).hasValue(24));
    String amd = "42-rccl-tests-mi300x";
    row(
        amd,
        "fail on the version line without '#'",
        r -> assertThat(r.inspection().tableRows()).hasSize(5));
    row(amd, "apply NVIDIA protocol zones", r -> r.has("vendor-amd"));
  }

  private void smallBenchmarks() {
    String single = "39-nccl-tests-single-gpu-na";
    row(
        single,
        "report 43046 GB/s",
        r -> assertThat(r.findings()).noneMatch(f -> f.text().contains("43046")));
    row(
        single,
        "report 0 GB/s as a broken link",
        r -> r.lacks("pcie-class-bandwidth", "nvlink-down", "narrow-pcie-slot"));
    row(
        single,
        "treat N/A as a wrong count",
        r -> {
          r.lacks("data-corruption");
          assertThat(r.inspection().wrongTotal()).hasValue(0);
        });
    String apart = "40-nccl-tests-not-built-with-mpi";
    row(apart, "report a two-rank result", r -> assertThat(r.inspection().ranks()).hasValue(1));
    row(
        apart,
        "merge the two rows as repetitions",
        r ->
            assertThat(r.inspection().tableRows())
                .extracting(InspectedRow::oopTimeUs)
                .doesNotHaveDuplicates()
                .hasSize(2));
    row(
        apart,
        "report a network problem",
        r -> r.lacks("no-rdma-socket-only", "no-gdrdma", "nic-error", "cross-node-pair"));
  }
}
