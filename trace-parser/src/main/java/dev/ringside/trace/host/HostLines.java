package dev.ringside.trace.host;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.io.LineGrammar;
import dev.ringside.trace.record.HostLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Outputs of {@code nvidia-smi nvlink -s}, {@code lspci -vvv}, {@code ibstat} and {@code ethtool
 * -S}: link states, widths, rates and pause counters. Every form is the whole line, so that nothing
 * of an ordinary log is taken for one.
 */
public final class HostLines implements LineGrammar {

  /** Longer lines are none of these. */
  private static final int MAX_LINE = 400;

  /**
   * A form of line.
   *
   * @param name group of the name, 0 for none
   * @param value group of the value, 0 for none
   */
  private record Form(String tool, String field, Pattern pattern, int name, int value) {
    Form(String tool, String field, String regex, int name, int value) {
      this(tool, field, Pattern.compile(regex), name, value);
    }
  }

  private static final List<Form> FORMS =
      List.of(
          new Form("nvlink", "device", "GPU (\\d+): (.+) \\(UUID: GPU-[0-9a-f-]+\\)", 1, 2),
          new Form("nvlink", "link", "Link (\\d+): (?:([\\d.]+ GB/s)|<inactive>)", 1, 2),
          new Form(
              "lspci",
              "device",
              "((?:[0-9a-f]{4}:)?[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]) ([A-Z0-9][\\w /()-]+: .+)",
              1,
              2),
          new Form("lspci", "LnkCap", "LnkCap:\\s+(Port #\\d+, Speed .+)", 0, 1),
          new Form("lspci", "LnkSta", "LnkSta:\\s+(Speed .+)", 0, 1),
          new Form("lspci", "ACSCtl", "ACSCtl:\\s+(SrcValid.+)", 0, 1),
          new Form("lspci", "NUMA node", "NUMA node: (\\d+)", 0, 1),
          new Form("ibstat", "device", "CA '([^']+)'", 1, 0),
          new Form("ibstat", "port", "Port (\\d+):", 1, 0),
          new Form("ibstat", "State", "State: (Active|Down|Initializing|Armed)", 0, 1),
          new Form("ibstat", "Physical state", "Physical state: (\\w+)", 0, 1),
          new Form("ibstat", "Rate", "Rate: (\\d+)", 0, 1),
          new Form("ibstat", "Link layer", "Link layer: (InfiniBand|Ethernet)", 0, 1),
          new Form("ethtool", "device", "NIC statistics:", 0, 0),
          new Form(
              "ethtool",
              "counter",
              "((?:[rt]x_(?:prio\\d+_(?:pause|discards|buf_discard)\\w*|(?:global_)?pause\\w*"
                  + "|discards_phy|out_of_buffer))|out_of_sequence|local_ack_timeout_err"
                  + "|[rn]p_cnp_\\w+|np_ecn_marked_roce_packets): (\\d+)",
              1,
              2));

  @Override
  public boolean accept(byte[] text, int from, int to, LineContext line) {
    int begin = Bytes.blanksEnd(text, from, to);
    if (to - begin < 5 || to - begin > MAX_LINE) {
      return false;
    }
    String words = Bytes.text(text, begin, to).stripTrailing();
    for (Form form : FORMS) {
      Matcher m = form.pattern().matcher(words);
      if (m.matches()) {
        line.sink()
            .record(
                new HostLine(
                    form.tool(), form.field(), group(m, form.name()), group(m, form.value())),
                line.offset());
        return true;
      }
    }
    return false;
  }

  private static String group(Matcher m, int group) {
    return group == 0 || m.group(group) == null ? "" : m.group(group);
  }
}
