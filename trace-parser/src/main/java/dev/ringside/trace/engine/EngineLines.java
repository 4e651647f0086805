package dev.ringside.trace.engine;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.ForeignPrefix;
import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.io.LineGrammar;
import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Log lines of vLLM and SGLang. Whichever engine wrote a line shows in its prefix: {@code INFO
 * 06-19 05:51:17 [pynccl.py:113] } or, up to 0.7, without the bracket before the file; SGLang
 * writes {@code [2025-06-12 22:41:33 TP0] }.
 */
public final class EngineLines implements LineGrammar {

  private static final Pattern VLLM =
      Pattern.compile(
          "(?:DEBUG|INFO|WARNING|ERROR|CRITICAL) \\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?"
              + " \\[?[^\\s\\]]+:\\d+\\] ?");
  private static final Pattern SGLANG =
      Pattern.compile(
          "\\[(?:\\d{4}-\\d\\d-\\d\\d )?\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?((?: [A-Z_]+\\d+)*)\\] ");
  private static final Pattern BEGIN =
      Pattern.compile("(?<![\\w.])(?:" + VLLM.pattern() + "|(?<=^|\\s)" + SGLANG.pattern() + ")");

  /** Two lines may run into one another; so many in one have lost their line ends. */
  private static final int FLATTENED = 3;

  private static final Pattern TENSOR_RANK = Pattern.compile("(?:^|[_ ])TP(\\d{1,6})(?!\\d)");
  private static final Pattern WORKER_RANK = Pattern.compile("rank=(\\d{1,6})");

  /** How a tqdm bar ends; engines may write their next line right behind it. */
  private static final byte[] PER_SECOND = Bytes.of("it/s]");

  private static final byte[] SECONDS_PER = Bytes.of("s/it]");

  @Override
  public boolean accept(byte[] text, int from, int to, LineContext line) {
    int begin = begin(text, from, to);
    if (begin < 0) {
      return false;
    }
    String all = Bytes.text(text, begin, to);
    List<Integer> lines = hasClocks(text, begin, to) ? begins(all) : List.of();
    if (lines.size() < 2) {
      return line(all, line);
    }
    if (lines.size() >= FLATTENED) {
      line.loss("flattened-lines", Severity.INFO, lines.size() + " engine lines stand on one line");
    }
    boolean any = false;
    for (int i = 0; i < lines.size(); i++) {
      int end = i + 1 < lines.size() ? lines.get(i + 1) : all.length();
      any |= line(all.substring(lines.get(i), end).stripTrailing(), line);
    }
    return any;
  }

  /** Whether there are two times of day, as there are where two lines stand. */
  private static boolean hasClocks(byte[] a, int from, int to) {
    int clocks = 0;
    for (int i = from; i + 4 < to; i++) {
      if (a[i] == ':' && a[i + 3] == ':' && Bytes.isDigit(a[i + 1]) && Bytes.isDigit(a[i + 4])) {
        clocks++;
      }
    }
    return clocks > 1;
  }

  /** Where engine lines begin in one text; others than the first had their line ends lost. */
  private static List<Integer> begins(String all) {
    List<Integer> begins = new ArrayList<>();
    Matcher m = BEGIN.matcher(all);
    while (m.find()) {
      begins.add(m.start());
    }
    return begins;
  }

  private static boolean line(String all, LineContext line) {
    Matcher vllm = VLLM.matcher(all);
    if (vllm.lookingAt()) {
      int site = site(line, rank(line.prefix().process()));
      String message = all.substring(vllm.end());
      return VllmMessages.accept(new EngineLine(EngineLine.VLLM, message, site, line));
    }
    Matcher sglang = SGLANG.matcher(all);
    if (sglang.lookingAt()) {
      int site = site(line, rank(sglang.group(1)));
      String message = all.substring(sglang.end());
      return SglangMessages.accept(new EngineLine(EngineLine.SGLANG, message, site, line));
    }
    return false;
  }

  /** Where an engine's prefix may begin, -1 where the line has none. */
  private static int begin(byte[] text, int from, int to) {
    int indented = Bytes.blanksEnd(text, from, to);
    if (mayBegin(text, indented, to)) {
      return indented;
    }
    int bar = Bytes.indexOf(text, from, to, PER_SECOND);
    if (bar < 0) {
      bar = Bytes.indexOf(text, from, to, SECONDS_PER);
    }
    int behind = bar + PER_SECOND.length;
    return bar >= 0 && mayBegin(text, behind, to) ? behind : -1;
  }

  private static boolean mayBegin(byte[] text, int at, int to) {
    if (to - at < 12) {
      return false;
    }
    return switch (text[at]) {
      case 'D', 'I', 'W', 'E', 'C' -> text[at + 1] >= 'A' && text[at + 1] <= 'Z';
      case '[' -> Bytes.isDigit(text[at + 1]);
      default -> false;
    };
  }

  private static int site(LineContext line, int rank) {
    ForeignPrefix prefix = line.prefix();
    return line.site(new CallSite("", prefix.pid(), -1, -1, rank, prefix.address()));
  }

  /** Tensor-parallel rank that a process tag states; -1 where it does not. */
  private static int rank(String tag) {
    Matcher m = TENSOR_RANK.matcher(tag);
    if (m.find()) {
      return Integer.parseInt(m.group(1));
    }
    m = WORKER_RANK.matcher(tag);
    return m.find() ? Integer.parseInt(m.group(1)) : -1;
  }

  /** A printed number that may have more than one dot where a line was torn; NaN then. */
  static double real(String text) {
    return text.matches("\\d+(?:\\.\\d*)?") ? Double.parseDouble(text) : Double.NaN;
  }
}
