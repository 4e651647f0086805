package dev.ringside.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.summary.Communicator;
import dev.ringside.summary.CommunicatorGroup;
import java.util.Map;

/** Cases 14 to 24 and 43 to 45. */
class MustNotOfHostLogsTest extends MustNotTable {

  MustNotOfHostLogsTest() {
    topology();
    networks();
    prefixes();
    launchers();
  }

  private void topology() {
    String sys = "14-rtx4090-eight-sys-pix";
    row(
        sys,
        "take 5000.0/LOC",
        r -> {
          r.has("low-search-bandwidth");
          assertThat(r.text("low-search-bandwidth")).doesNotContain("5000");
        });
    row(sys, "read 'type SYS/PIX' as GPUs behind one PCIe switch", r -> r.has("cross-socket-path"));
    String numa = "44-two-gpus-three-numa";
    row(numa, "report NVLink because of", r -> r.lacks("partial-nvlink"));
    row(
        numa,
        "blame the 0.2 GB/s NIC",
        r -> r.lacks("narrow-pcie-slot", "no-rdma-socket-only", "low-search-bandwidth"));
    row(numa, "report shared memory", r -> r.lacks("p2p-off-shm", "p2p-level-forces-shm"));
  }

  private void networks() {
    String ethernet = "15-ethernet-four-nics-speed";
    row(
        ethernet,
        "ignore 'speed' because",
        r ->
            assertThat(r.inspection().graph().patterns())
                .anyMatch(p -> p.nChannels() == 4 && p.bw() == 1.2));
    row(ethernet, "key GPUs by busId alone", r -> r.lacks("duplicate-gpu"));
    String h20 = "16-h20-two-nodes-graph";
    row(h20, "report missing GPUDirect RDMA", r -> r.lacks("no-gdrdma", "gdrdma-asymmetric"));
    row(
        h20,
        "report 'PHB' of NET/1",
        r -> r.lacks("p2p-level-forces-shm", "cross-socket-path", "low-search-bandwidth"));
    row(
        h20,
        "treat the ninth device",
        r -> assertThat(r.inspection().transports()).doesNotContainKey("NET/IB"));
    String gb10 = "17-gb10-two-nodes-double-prefix";
    row(gb10, "stop at the unclosed quote", r -> r.counts("AllReduce", 8));
    row(gb10, "conclude GPUDirect is in use", r -> r.has("no-gdrdma"));
    row(gb10, "read busId f01000 as two GPUs", r -> r.lacks("duplicate-gpu"));
    row(
        gb10,
        "key by device",
        r ->
            assertThat(r.traffic().communicators())
                .extracting(Communicator::rank)
                .containsExactlyInAnyOrder(0, 1));
    String ofi = "45-slingshot-ofi-error-burst";
    row(
        ofi,
        "split the transport name at its blank",
        r -> assertThat(r.inspection().transports()).containsOnlyKeys("NET/AWS Libfabric/GDRDMA"));
    row(ofi, "require a 0x stream", r -> r.counts("AllReduce", 1));
    row(
        ofi,
        "read 'size: 0' of the WARN as a message size",
        r -> assertThat(r.bytes("AllReduce")).containsOnlyKeys(4L));
  }

  private void prefixes() {
    String pair = "18-rtx5090-pair-shared-memory-limit";
    row(pair, "pass over ncclMaxSharedMem", r -> r.has("nccl-build-too-old-for-gpu"));
    row(
        pair,
        "report 'NET/IB : Using [RO]' as an InfiniBand device",
        r -> r.lacks("no-gdrdma", "no-rdma-socket-only", "nic-error"));
    row(
        pair,
        "count 'cuda12.2' (build) as the driver version",
        r -> assertThat(r.inspection().cudaVersion()).hasValue("12.2"));
    String symmetric = "19-symmetric-kernels-mpirun";
    row(
        symmetric,
        "drop lines with '[Symmetric]'",
        r -> assertThat(r.inspection().tuning().get("AllReduce")).containsKey(2048L));
    row(
        symmetric,
        "map AGxLL to protocol LL",
        r ->
            assertThat(r.inspection().tuning().get("AllReduce").get(2048L))
                .containsOnlyKeys("SYMMETRIC/AllReduce_AGxLL_R"));
    row(symmetric, "predict a gain from a tuner plugin", r -> r.has("symmetric-kernels"));
    String wsl = "20-wsl2-crlf-warn-timestamp";
    row(
        wsl,
        "leave a carriage return in the last field",
        r -> assertThat(r.inspection().transports()).containsOnlyKeys("SHM/direct/direct"));
    row(
        wsl,
        "parse the [2025-..] stamp of WARN lines as a device",
        r ->
            assertThat(r.traffic().communicators())
                .extracting(Communicator::device)
                .containsOnly(0, 1));
    row(wsl, "parse '[Proxy Service]'", r -> assertThat(r.traffic().communicators()).hasSize(2));
    String stripped = "21-prefix-stripped";
    row(
        stripped,
        "require host:pid:tid [dev]",
        r -> assertThat(r.inspection().transports()).containsEntry("direct shared memory", 4L));
    row(stripped, "report a duplicate GPU", r -> r.lacks("duplicate-gpu"));
    row(stripped, "treat libibverbs WARN as the cause", r -> r.lacks("nic-error", "no-gdrdma"));
  }

  private void launchers() {
    String hpc = "22-hpc-c10d-trace-opcount-1e7";
    row(hpc, "read opCount 1e7 as ten million", r -> r.counts("AllReduce", 4));
    row(hpc, "parse 'NCCL_4_trace_start'", r -> assertThat(r.traffic().losses()).isEmpty());
    row(
        hpc,
        "parse [I521 ...] as a device",
        r ->
            assertThat(r.traffic().communicators())
                .extracting(Communicator::device)
                .containsOnly(2, 3));
    String mpirun = "23-duplicate-gpu-mpirun";
    row(mpirun, "fail on prefix-only lines", r -> assertThat(r.traffic().losses()).isEmpty());
    row(
        mpirun,
        "read '[1,3]' as device or channel",
        r -> assertThat(r.traffic().communicators()).isEmpty());
    String megatron = "24-megatron-one-rank-communicators";
    row(
        megatron,
        "include calls of nranks=1 communicators",
        r ->
            assertThat(r.traffic().rows().stream().filter(x -> x.nRanks() == 2))
                .allMatch(x -> x.bytes() == 55119872L * 4));
    row(megatron, "take 'backward-params-all-reduce: 40.91'", r -> r.counts("AllReduce", 6));
    String srun = "43-srun-label-tuning-function";
    row(
        srun,
        "use the leading 'N:' label as the rank",
        r -> assertThat(r.calls("AllReduce").callsPerRank()).isEmpty());
    row(
        srun,
        "double count AllGather bytes",
        r -> assertThat(r.bytes("AllGather")).isEqualTo(Map.of(2359808L * 4, 4L)));
    row(
        srun,
        "key by pid",
        r -> assertThat(r.traffic().groups()).extracting(CommunicatorGroup::ranksSeen).contains(4));
  }
}
