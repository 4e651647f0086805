package dev.ringside.trace.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.HostLine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostLinesTest {

  private static RecordingSink read(String text) {
    return RecordingSink.read(text, new HostLines());
  }

  @Test
  void nvlinkStatesKeepTheirGpuAndSayWhichAreDown() {
    assertThat(
            read("""
                GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-01234567-89ab-cdef-0123-456789abcdef)
                \t Link 0: 26.562 GB/s
                \t Link 1: <inactive>
                """)
                .all(HostLine.class))
        .containsExactly(
            new HostLine("nvlink", "device", "0", "NVIDIA H100 80GB HBM3"),
            new HostLine("nvlink", "link", "0", "26.562 GB/s"),
            new HostLine("nvlink", "link", "1", ""));
  }

  @Test
  void pcieWidthsComeWithTheirDevice() {
    assertThat(
            read("""
                c1:00.0 3D controller: NVIDIA Corporation AD102GL (rev a1)
                \tSubsystem: NVIDIA Corporation Device 16a1
                \tNUMA node: 1
                \t\tLnkCap:\tPort #0, Speed 16GT/s, Width x16, ASPM L1, Exit Latency L1 <16us
                \t\tLnkSta:\tSpeed 16GT/s, Width x8 (downgraded)
                \t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+
                """)
                .all(HostLine.class))
        .containsExactly(
            new HostLine(
                "lspci", "device", "c1:00.0", "3D controller: NVIDIA Corporation AD102GL (rev a1)"),
            new HostLine("lspci", "NUMA node", "", "1"),
            new HostLine(
                "lspci",
                "LnkCap",
                "",
                "Port #0, Speed 16GT/s, Width x16, ASPM L1, Exit Latency L1 <16us"),
            new HostLine("lspci", "LnkSta", "", "Speed 16GT/s, Width x8 (downgraded)"),
            new HostLine("lspci", "ACSCtl", "", "SrcValid+ TransBlk- ReqRedir+ CmpltRedir+"));
  }

  @Test
  void infinibandPortsGiveStateAndRate() {
    assertThat(
            read("""
                CA 'mlx5_0'
                \tCA type: MT4129
                \tPort 1:
                \t\tState: Active
                \t\tPhysical state: LinkUp
                \t\tRate: 400
                \t\tLink layer: InfiniBand
                """)
                .all(HostLine.class))
        .extracting(l -> l.field() + "=" + l.name() + l.value())
        .containsExactly(
            "device=mlx5_0",
            "port=1",
            "State=Active",
            "Physical state=LinkUp",
            "Rate=400",
            "Link layer=InfiniBand");
  }

  @Test
  void pauseCountersAreReadFromBothSnapshots() {
    assertThat(
            read("""
                NIC statistics:
                     rx_packets: 5
                     rx_prio3_pause: 12
                     rx_prio3_pause_duration: 7
                NIC statistics:
                     rx_prio3_pause: 99
                """)
                .all(HostLine.class))
        .extracting(l -> l.field() + " " + l.name() + " " + l.value())
        .containsExactly(
            "device  ",
            "counter rx_prio3_pause 12",
            "counter rx_prio3_pause_duration 7",
            "device  ",
            "counter rx_prio3_pause 99");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node:1:1 [0] NCCL INFO State: Active",
        "Rate: fast",
        "Port 1: closed",
        "07:58:10.1 INFO: text",
        "Link 3: down"
      })
  void ordinaryLinesAreLeftAlone(String line) {
    assertThat(read(line + "\n").events()).isEmpty();
  }
}
