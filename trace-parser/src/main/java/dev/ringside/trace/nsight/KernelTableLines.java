package dev.ringside.trace.nsight;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.io.LineGrammar;
import dev.ringside.trace.kernel.KernelNames;
import dev.ringside.trace.record.KernelSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rows of kernel tables, as {@code nsys stats} and PyTorch's profiler print them. A row says what
 * it is by itself, so headers are not needed; rows of kernels that do not communicate are left
 * alone.
 */
public final class KernelTableLines implements LineGrammar {

  private static final byte[] REDUCE = Bytes.of("educe");
  private static final byte[] NCCL = Bytes.of("nccl");

  /** Share, total, instances, then average, median, minimum, maximum, deviation; from 2021.5 on. */
  private static final Pattern NSYS =
      Pattern.compile(
          "([\\d.]+)%?\\s+([\\d,]+)\\s+([\\d,]+)\\s+([\\d.,]+)\\s+([\\d.,]+)\\s+([\\d.,]+)\\s+([\\d.,]+)"
              + "\\s+[\\d.,]+\\s+(?:(?:\\d+\\s+){6})?(\\D.*)");

  /** Share, total, instances, average, minimum, maximum: without median. */
  private static final Pattern OLD_NSYS =
      Pattern.compile(
          "([\\d.]+)%?\\s+([\\d,]+)\\s+([\\d,]+)\\s+([\\d.,]+)\\s+([\\d.,]+)\\s+([\\d.,]+)\\s+(\\D.*)");

  private static final Pattern CSV =
      Pattern.compile("((?:[\\d.]+,){6,8})(?:\\s*\\d+\\s+\\d+\\s+\\d+,){0,2}\"?(\\D.*?)\"?");

  private static final Pattern TORCH =
      Pattern.compile("(\\S.*?)\\s{2,}(-?[\\d.]+%?(?:us|ms|s)?\\s.*)");
  private static final Pattern TIME = Pattern.compile("([\\d.]+)(us|ms|s)");

  @Override
  public boolean accept(byte[] text, int from, int to, LineContext line) {
    int begin = Bytes.blanksEnd(text, from, to);
    boolean sign =
        Bytes.indexOf(text, begin, to, REDUCE) >= 0 || Bytes.indexOf(text, begin, to, NCCL) >= 0;
    if (!sign || to - begin < 40) {
      return false;
    }
    String row = withoutCommas(Bytes.text(text, begin, to).stripTrailing());
    Optional<KernelSummary> summary = Bytes.isDigit(text[begin]) ? nsys(row) : torch(row);
    if (summary.isEmpty() || KernelNames.parse(summary.get().name(), 0, 0).isEmpty()) {
      return false;
    }
    line.sink().record(summary.get(), line.offset());
    return true;
  }

  /** {@code nsys stats --format csv} has the same columns, and quotes around names. */
  private static String withoutCommas(String row) {
    Matcher m = CSV.matcher(row);
    return m.matches() ? m.group(1).replace(",", "  ") + m.group(2).replace("\"\"", "\"") : row;
  }

  private static Optional<KernelSummary> nsys(String row) {
    Matcher m = NSYS.matcher(row);
    if (m.matches()) {
      return Optional.of(
          new KernelSummary(
              "nsys",
              m.group(8),
              (long) number(m.group(3)),
              number(m.group(2)) / 1e3,
              number(m.group(4)) / 1e3,
              number(m.group(5)) / 1e3,
              number(m.group(6)) / 1e3,
              number(m.group(7)) / 1e3));
    }
    m = OLD_NSYS.matcher(row);
    if (!m.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        new KernelSummary(
            "nsys",
            m.group(7),
            (long) number(m.group(3)),
            number(m.group(2)) / 1e3,
            number(m.group(4)) / 1e3,
            Double.NaN,
            number(m.group(5)) / 1e3,
            number(m.group(6)) / 1e3));
  }

  /**
   * Columns differ by release and options, but the last two times are always the total and the mean
   * on the GPU, and the number of calls is the first whole number behind them.
   */
  private static Optional<KernelSummary> torch(String row) {
    Matcher m = TORCH.matcher(row);
    if (!m.matches()) {
      return Optional.empty();
    }
    List<Double> times = new ArrayList<>();
    long calls = -1;
    for (String word : m.group(2).split("\\s+", -1)) {
      Matcher time = TIME.matcher(word);
      if (time.matches()) {
        times.add(microseconds(time));
        calls = -1;
      } else if (calls < 0 && word.matches("\\d{1,18}")) {
        calls = Long.parseLong(word);
      }
    }
    int n = times.size();
    if (n < 2 || calls < 0) {
      return Optional.empty();
    }
    return Optional.of(
        new KernelSummary(
            "torch",
            m.group(1),
            calls,
            times.get(n - 2),
            times.get(n - 1),
            Double.NaN,
            Double.NaN,
            Double.NaN));
  }

  private static double microseconds(Matcher time) {
    double value = number(time.group(1));
    return switch (time.group(2)) {
      case "s" -> value * 1e6;
      case "ms" -> value * 1e3;
      default -> value;
    };
  }

  /** A printed number, perhaps with separators of thousands; NaN where it is none. */
  private static double number(String text) {
    String digits = text.replace(",", "");
    return digits.matches("\\d+(?:\\.\\d*)?") ? Double.parseDouble(digits) : Double.NaN;
  }
}
