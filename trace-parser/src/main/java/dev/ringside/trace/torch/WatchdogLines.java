package dev.ringside.trace.torch;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.io.LineGrammar;
import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.ProcessGroup;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.WatchdogTimeout;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What PyTorch's NCCL watchdog prints when a call does not end. It names elements and no element
 * type, so bytes stay unknown (PyTorch torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp).
 */
public final class WatchdogLines implements LineGrammar {

  private static final byte[] SIGN = Bytes.of("atchdog");

  private static final Pattern TIMEOUT =
      Pattern.compile(
          "(?:\\[PG (?:ID )?(?<group>\\S+)[^\\]]* )?Rank (?<rank>\\d{1,9})\\]"
              + " Watchdog caught collective operation timeout:"
              + " WorkNCCL\\((?:SeqNum=(?<sequence>\\d{1,18}), )?OpType=(?<op>\\w+),"
              + "(?: NumelIn=(?<in>\\d{1,18}), NumelOut=(?<out>\\d{1,18}),"
              + "| TensorShape=\\[(?<shape>[\\d, ]*)\\],)?"
              + " Timeout.*?\\) ran for (?<ran>\\d{1,18}) milliseconds");

  private static final Pattern STATE =
      Pattern.compile(
          "\\[PG (?:ID )?(\\S+)(?: PG GUID \\S*?)? ?\\(([^)]*)\\) Rank (\\d{1,9})\\] .*watchdog.*"
              + " last enqueued (?:NCCL )?work: (-?\\d{1,18}), last completed (?:NCCL )?work: (-?\\d{1,18})");

  @Override
  public boolean accept(byte[] text, int from, int to, LineContext line) {
    if (Bytes.indexOf(text, from, to, SIGN) < 0) {
      return false;
    }
    String message = Bytes.text(text, from, to);
    Matcher timeout = TIMEOUT.matcher(message);
    int reports = 0;
    while (timeout.find()) {
      timeout(timeout, line);
      reports++;
    }
    if (reports > 1) {
      line.loss("flattened-lines", Severity.INFO, reports + " reports stand on one line");
    }
    Matcher state = STATE.matcher(message);
    if (reports == 0 && state.find()) {
      String name = state.group(1);
      line.sink()
          .record(
              new ProcessGroup(
                  site(line, state.group(3)),
                  TorchWords.communicator(name, ""),
                  name,
                  state.group(2),
                  -1,
                  List.of(),
                  Long.parseLong(state.group(4)),
                  -1,
                  Long.parseLong(state.group(5))),
              line.offset());
      return true;
    }
    return reports > 0;
  }

  private static void timeout(Matcher m, LineContext line) {
    String shape = m.group("shape");
    long in = shape == null ? number(m.group("in")) : elements(shape);
    long out = shape == null ? number(m.group("out")) : in;
    String group = m.group("group");
    line.sink()
        .record(
            new WatchdogTimeout(
                site(line, m.group("rank")),
                Integer.parseInt(m.group("rank")),
                group == null ? "" : group,
                number(m.group("sequence")),
                m.group("op"),
                in,
                out,
                Long.parseLong(m.group("ran"))),
            line.offset());
  }

  private static int site(LineContext line, String rank) {
    return line.site(
        new CallSite(
            "", line.prefix().pid(), -1, -1, Integer.parseInt(rank), line.prefix().address()));
  }

  private static long number(String digits) {
    return digits == null ? -1 : Long.parseLong(digits);
  }

  private static long elements(String shape) {
    long product = 1;
    for (int size : RankList.parse(shape)) {
      product *= size;
    }
    return product;
  }
}
