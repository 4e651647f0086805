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

  private static final Pattern REAL = Pattern.compile("\\d+(?:\\.\\d*)?");
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

  /** The tag of a process in front of its engine line, behind what nobody knows. */
  private static final Pattern TAG =
      Pattern.compile("\\((\\w[^()]*?)? ?\\bpid=(\\d{1,18})(?:, ip=([^()]*))?\\) ?$");

  private static final int LONGEST_TAG = 200;

  private static final Pattern TENSOR_RANK = Pattern.compile("(?:^|[_ ])TP(\\d{1,6})(?!\\d)");
  private static final Pattern WORKER_RANK = Pattern.compile("rank=(\\d{1,6})");

  /** How a tqdm bar ends; engines may write their next line right behind it. */
  private static final byte[] PER_SECOND = Bytes.of("it/s]");

  private static final byte[] SECONDS_PER = Bytes.of("s/it]");

  /** How both engines write the day in front of a time. */
  private static final String DAY = "05-12 ";

  @Override
  public boolean accept(byte[] text, int from, int to, LineContext line) {
    int begin = begin(text, from, to);
    if (begin < 0) {
      return false;
    }
    ForeignPrefix prefix = prefix(text, from, begin, line.prefix());
    String all = Bytes.text(text, begin, to);
    List<Integer> lines = hasClocks(text, begin, to) ? begins(all) : List.of();
    if (lines.size() < 2) {
      return line(all, prefix, line);
    }
    if (lines.size() >= FLATTENED) {
      line.loss("flattened-lines", Severity.INFO, lines.size() + " engine lines stand on one line");
    }
    boolean any = false;
    for (int i = 0; i < lines.size(); i++) {
      int end = i + 1 < lines.size() ? lines.get(i + 1) : all.length();
      any |= line(all.substring(lines.get(i), end).stripTrailing(), prefix, line);
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

  /** What the scanner found in front of the line, or the tag that it did not get to. */
  private static ForeignPrefix prefix(byte[] text, int from, int begin, ForeignPrefix known) {
    if (begin == from || known.pid() >= 0) {
      return known;
    }
    Matcher tag = TAG.matcher(Bytes.text(text, Math.max(from, begin - LONGEST_TAG), begin));
    if (!tag.find()) {
      return known;
    }
    String process = tag.group(1) == null ? "" : tag.group(1);
    String address = tag.group(3) == null ? known.address() : tag.group(3);
    return new ForeignPrefix(process, Long.parseLong(tag.group(2)), address, known.label());
  }

  private static boolean line(String all, ForeignPrefix prefix, LineContext line) {
    Matcher vllm = VLLM.matcher(all);
    if (vllm.lookingAt()) {
      int site = site(line, prefix, rank(prefix.process()));
      String message = all.substring(vllm.end());
      return VllmMessages.accept(new EngineLine(EngineLine.VLLM, message, site, line));
    }
    Matcher sglang = SGLANG.matcher(all);
    if (sglang.lookingAt()) {
      int site = site(line, prefix, rank(sglang.group(1)));
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
    return bar >= 0 && mayBegin(text, behind, to) ? behind : within(text, indented, to);
  }

  /**
   * Where an engine's prefix stands behind what no launcher or collector that is known writes: a
   * day and a time behind a level, or behind a bracket; -1 for nowhere.
   */
  private static int within(byte[] a, int from, int to) {
    for (int i = from + DAY.length(); i + 8 < to; i++) {
      if (a[i + 2] == ':' && a[i + 5] == ':' && a[i - 1] == ' ' && Bytes.isDigit(a[i])) {
        int begin = beforeDay(a, from, i - DAY.length());
        if (begin > from) {
          return begin;
        }
      }
    }
    return -1;
  }

  /** Where the level before a day, or the bracket around day and year, begins; -1 for none. */
  private static int beforeDay(byte[] a, int from, int day) {
    if (a[day + 2] != '-' || !Bytes.isDigit(a[day]) || day == from) {
      return -1;
    }
    int year = day - 6;
    if (a[day - 1] == '-') {
      return year >= from && a[year] == '[' && Bytes.digitsEnd(a, year + 1, day) == day - 1
          ? year
          : -1;
    }
    int level = day - 1;
    while (level > from && a[level - 1] >= 'A' && a[level - 1] <= 'Z') {
      level--;
    }
    return a[day - 1] == ' ' && level < day - 1 ? level : -1;
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

  private static int site(LineContext line, ForeignPrefix prefix, int rank) {
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
    return REAL.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
  }
}
