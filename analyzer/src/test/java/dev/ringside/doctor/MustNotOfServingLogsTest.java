package dev.ringside.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.summary.MessageRow;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.util.Map;

/** Cases 01 to 13. */
class MustNotOfServingLogsTest extends MustNotTable {

  MustNotOfServingLogsTest() {
    plainAndFolded();
    calls();
    tuning();
  }

  private void plainAndFolded() {
    String c = "01-vllm-tp2-plain-init";
    row(c, "report a hang", Reading::isNoHang);
    row(
        c,
        "read the version line without host prefix",
        r -> assertThat(r.inspection().ncclVersion()).hasValue("2.20.5"));
    row(c, "report AllReduce sizes", r -> assertThat(r.traffic().rows()).isEmpty());
    String ray = "02-vllm-ray-ansi-dedup";
    row(
        ray,
        "report ranks 2-6 as missing or stuck",
        r -> r.lacks("partial-log", "init-incomplete", "ranks-diverge-at-end"));
    row(ray, "fail on ESC colour bytes", r -> assertThat(r.traffic().losses()).isEmpty());
    row(
        ray,
        "treat the [n] device number of a Ray line as unique",
        r ->
            assertThat(r.inspection().communicators())
                .singleElement()
                .satisfies(k -> assertThat(k.ranksComplete()).containsExactly(0, 1, 7)));
    String torn = "03-k8s-rfc3339-torn";
    row(torn, "report rank 1 as stuck", Reading::isNoHang);
    row(
        torn,
        "derive durations from the container timestamps",
        r -> assertThat(r.findings()).noneMatch(f -> f.code().contains("latency")));
    row(
        torn,
        "lose the record that begins in the middle of a line",
        r -> assertThat(r.inspection().transports()).containsEntry("SHM/direct/direct", 3L));
  }

  private void calls() {
    String train = "04-ray-train-128-ranks-coll";
    row(
        train,
        "key processes by pid alone",
        r ->
            assertThat(r.calls("AllReduce").callsPerProcess().orElseThrow())
                .containsEntry("192.0.2.26/651", 2L)
                .containsEntry("192.0.2.66/651", 3L));
    row(train, "multiply the bytes of the deduplicated line", r -> r.counts("AllReduce", 12));
    row(train, "report 116 ranks as missing", r -> r.lacks("partial-log", "init-incomplete"));
    String one = "05-one-process-two-gpus-coll";
    row(
        one,
        "key ranks by pid",
        r ->
            assertThat(r.traffic().groups())
                .singleElement()
                .satisfies(g -> assertThat(g.ranksSeen()).isEqualTo(2)));
    row(one, "read opCount 1e as a float", r -> r.counts("AllReduce", 12));
    String mixed = "06-tp2-mixed-collectives";
    row(mixed, "report a mismatch", r -> r.lacks("collective-mismatch"));
    row(mixed, "read opCount d, e, f as words", r -> assertThat(r.traffic().losses()).isEmpty());
    row(
        mixed,
        "add AllGather and ReduceScatter bytes",
        r -> assertThat(r.bytes("AllReduce")).isEqualTo(Map.of(4L, 4L, 8388608L, 1L)));
    String kernels = "07-rccl-kernel-trace";
    row(
        kernels,
        "use [0] of the '##' lines as a rank",
        r ->
            assertThat(r.calls("AllReduce").callsPerRank().orElseThrow())
                .isEqualTo(Map.of(0, 1L, 2, 1L, 5, 2L)));
    row(kernels, "count KL/KE lines as collective calls", r -> r.counts("AllReduce", 4));
    row(kernels, "apply the NCCL protocol zones", r -> r.has("vendor-amd"));
    String wrapped = "08-rccl-timestamp-wrapped";
    row(
        wrapped,
        "require 'NCCL INFO' directly after the [device]",
        r -> assertThat(r.inspection().collectives()).isNotEmpty());
    row(
        wrapped,
        "drop records whose comm value is on the next line",
        r -> assertThat(r.traffic().losses()).isEmpty());
    row(
        wrapped,
        "read the 16-digit stamp as a process id",
        r -> assertThat(r.traffic().communicators()).allMatch(k -> k.id().pid() < 1_000_000_000L));
    row(
        "09-rccl-allgather-vs-allreduce-hang",
        "state that the log is healthy",
        r -> r.has("collective-mismatch"));
    String half = "10-sglang-two-node-first-allreduce";
    row(half, "report ranks 8-15 as hung", Reading::isNoHang);
    row(half, "count the 'Bytes -> Algo' line as a ninth call", r -> r.counts("AllReduce", 8));
    row(half, "treat 'Call to mlx5dv_get_data_direct", r -> r.lacks("nic-error"));
    row(
        half,
        "match 'malloc(65536)' as a message size",
        r -> assertThat(r.bytes("AllReduce")).containsOnlyKeys(4L));
  }

  private void tuning() {
    String nameless = "11-tuning-numeric-nameless";
    row(
        nameless,
        "claim these are AllReduce calls",
        r -> assertThat(r.inspection().tuning()).containsOnlyKeys("unknown"));
    row(
        nameless,
        "print 'Algo 1' without translating",
        r ->
            assertThat(r.inspection().tuning().get("unknown").get(16777216L))
                .containsOnlyKeys("RING/SIMPLE"));
    row(nameless, "treat 'time' as a measurement", r -> r.lacks("model-vs-measured-gap"));
    row(nameless, "predict a tuner gain", r -> r.has("forced-algo-proto"));
    String blocks = "12-tuning-table-three-blocks";
    row(blocks, "show an LL128 zone", r -> noBandwidth(r, Algorithm.RING, Protocol.LL128));
    row(
        blocks,
        "choose CollNet because its latency",
        r -> noBandwidth(r, Algorithm.COLLNET_DIRECT, Protocol.SIMPLE));
    row(
        blocks,
        "reject the PAT block",
        r ->
            assertThat(r.inspection().tuningTable().get("AllGather").get("PAT/Simple"))
                .containsExactly(17.6, 3.6));
    String single = "13-tuning-table-single-header";
    row(
        single,
        "expect separate Algorithm and Protocol rows",
        r ->
            assertThat(r.inspection().tuningTable().get("AllReduce").get("Ring/Simple"))
                .containsExactly(102.6, 4.8));
    row(single, "show an LL or LL128 zone", r -> noBandwidth(r, Algorithm.RING, Protocol.LL));
  }

  private static void noBandwidth(Reading r, Algorithm algorithm, Protocol protocol) {
    assertThat(
            r.inspection()
                .tuningTable()
                .get("AllReduce")
                .get(algorithm.ncclName() + "/" + protocol.ncclName())
                .get(1))
        .isZero();
    assertThat(r.traffic().rows())
        .flatExtracting(MessageRow::choices)
        .noneMatch(c -> c.algorithm() == algorithm && c.protocol() == protocol);
  }
}
