package dev.ringside.doctor;

import dev.ringside.trace.record.Message;
import java.util.List;
import java.util.regex.Pattern;

/** Completion errors and lost connections that the network layer reports. */
final class NicError extends Rule {
  private static final Pattern SIGN =
      Pattern.compile(
          "completed with error|[Gg]ot completion .*(error|status)|Got async (error|event)"
              + "|ibv_poll_cq|ibv_post_\\w+.* fail|(IBV_WC_|vendor err)"
              + "|Connection (closed|reset|refused) by|NET/\\w+ ?:? .*(error|failed|timed out)"
              + "|Call to ibv_\\w+.* failed|Socket (recv|send)|socketProgress.*(closed|failed)|RETRY_EXC");
  private static final Pattern HARMLESS = Pattern.compile("libibverbs|mlx5dv_|No device found");

  NicError() {
    super("nic-error", FindingSeverity.ERROR, Layer.HCA, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    List<Sighting<Message>> errors =
        seen.warnings(SIGN).stream()
            .filter(m -> !HARMLESS.matcher(m.record().text()).find())
            .toList();
    if (errors.isEmpty()) {
      return List.of();
    }
    long lines = errors.stream().mapToLong(Sighting::count).sum();
    return List.of(
        finding(
            errors.get(0).place(),
            "The network layer reports errors, "
                + lines
                + (lines == 1 ? " line: " : " lines, the first: ")
                + Excerpt.of(errors.get(0).record().text())
                + " Often the far side went away first: look at the log of the peer before the"
                + " cable.",
            "On both hosts: ibstat; perfquery -x (or ethtool -S IFACE); dmesg -T | grep -iE"
                + " 'mlx5|link|cxi'; then the peer's NCCL log at that time"));
  }
}
