package dev.ringside.trace.torch;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.io.LineGrammar;
import dev.ringside.trace.record.Message;
import dev.ringside.trace.record.NcclVersion;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Failures of NCCL and CUDA in the words of the program that met them: PyTorch's exceptions, with
 * NCCL's last warning behind them, which stands nowhere else where {@code NCCL_DEBUG} is not set
 * (PyTorch torch/csrc/distributed/c10d/NCCLUtils.cpp), and those of nccl-tests.
 */
public final class ErrorLines implements LineGrammar {

  /** What each of the forms has in it; three searches cost less than the forms. */
  private static final byte[][] SIGNS = {
    Bytes.of("rror"), Bytes.of("ailure"), Bytes.of("Duplicate GPU")
  };

  private static final int LONGEST_LINE = 2000;

  private static final Pattern FORM =
      Pattern.compile(
          "(?:NCCL error\\b.*(?:unhandled (?:cuda|system) error|internal error|invalid usage"
              + "|remote process exited|remote error)"
              + "|^(?:nccl(?:UnhandledCuda|System|Internal|Remote)Error|ncclInvalidUsage): "
              + "|^Cuda failure (?:\\d+ )?'"
              + "|Error: (?:.*: )?CUDA error: "
              + "|\\bTest (?:NCCL|CUDA) failure \\S+:\\d+ '"
              + "|^Duplicate GPU detected : rank \\d+"
              + "|^Error while creating shared memory segment ).*");

  private static final Pattern VERSION = Pattern.compile(", NCCL version (\\d+\\.\\d+\\.\\d+)");

  @Override
  public boolean accept(byte[] text, int from, int to, LineContext line) {
    int begin = Bytes.blanksEnd(text, from, to);
    if (to - begin < 16 || to - begin > LONGEST_LINE || !hasSign(text, begin, to)) {
      return false;
    }
    Matcher m = FORM.matcher(Bytes.text(text, begin, to).stripTrailing());
    if (!m.find()) {
      return false;
    }
    line.sink().record(new Message(line.site(), Message.ERROR, "", m.group()), line.offset());
    Matcher version = VERSION.matcher(m.group());
    if (version.find()) {
      line.sink().record(new NcclVersion(line.site(), version.group(1), ""), line.offset());
    }
    return true;
  }

  private static boolean hasSign(byte[] text, int from, int to) {
    for (byte[] sign : SIGNS) {
      if (Bytes.indexOf(text, from, to, sign) >= 0) {
        return true;
      }
    }
    return false;
  }
}
