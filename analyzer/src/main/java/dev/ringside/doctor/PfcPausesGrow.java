package dev.ringside.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Pause frames that keep coming: the network is congested, or the fabric is not lossless. */
final class PfcPausesGrow extends Rule {
  static final Pattern PAUSES = Pattern.compile("rx_prio\\d+_pause|rx_(global_)?pause(_ctrl_phy)?");
  private static final Pattern DROPS =
      Pattern.compile("[rt]x_prio\\d+_(buf_)?discards?|rx_discards_phy|rx_out_of_buffer");

  PfcPausesGrow() {
    super("pfc-pauses-grow", FindingSeverity.WARNING, Layer.SWITCH, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    List<Finding> out = new ArrayList<>();
    for (NicCounters c : NicCounters.of(seen)) {
      Map<String, Long> pauses = c.grown(PAUSES);
      Map<String, Long> drops = c.grown(DROPS);
      if (!pauses.isEmpty() || !drops.isEmpty()) {
        out.add(finding(c.later(), text(pauses, drops), REMEDY));
      }
    }
    return out;
  }

  private static String text(Map<String, Long> pauses, Map<String, Long> drops) {
    StringBuilder text = new StringBuilder("Between the snapshots ");
    text.append(
        Stream.concat(pauses.entrySet().stream(), drops.entrySet().stream())
            .map(e -> e.getKey() + " grew by " + e.getValue())
            .collect(Collectors.joining(", ")));
    text.append(
        drops.isEmpty()
            ? ": the switch or the far side asks this port to stop. Congestion control (ECN) should"
                + " act before that."
            : ": frames are dropped, so the fabric is not lossless for this priority and RDMA falls"
                + " back to timeouts.");
    return text.toString();
  }

  private static final String REMEDY =
      "ECN on the host: cat /sys/class/net/IFACE/ecn/roce_np/enable/* ecn/roce_rp/enable/*; priority"
          + " and trust: mlnx_qos -i IFACE; on the switch its PFC and ECN counters of that port";
}
