package dev.ringside.trace.nccl;

import dev.ringside.trace.io.Bytes;
import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.io.LineGrammar;
import dev.ringside.trace.record.NcclVersion;
import dev.ringside.trace.record.RasCommunicators;
import dev.ringside.trace.record.RasMismatch;
import dev.ringside.trace.record.TraceRecord;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reports of {@code ncclras} as text (NCCL src/ras/client_support.cc, 2.24 and later). */
public final class RasLines implements LineGrammar {

  private static final Pattern VERSION =
      Pattern.compile("NCCL version (\\d+\\.\\d+\\.\\d+) compiled with CUDA (\\d+\\.\\d+)");
  private static final Pattern GROUP =
      Pattern.compile(
          "(\\d{1,9})\\s+(\\d{1,9})\\s+(\\d{1,9})\\s+[\\d-]+\\s+(\\d{1,9})\\s+\\d{1,9}\\s+([A-Z_]{2,})"
              + "\\s+([A-Z_]{2,})");
  private static final Pattern HEAD =
      Pattern.compile("Communicator ranks have different (\\w+) operation counts");
  private static final Pattern COUNT =
      Pattern.compile("(\\d{1,9}) ranks? ha(?:ve|s) launched up to operation (\\d{1,18})");
  private static final Pattern NAMED =
      Pattern.compile("Rank (\\d{1,9}) -- GPU \\S+ managed by process \\d+ on node \\S+");

  @Override
  public boolean accept(byte[] text, int from, int to, LineContext line) {
    int begin = Bytes.blanksEnd(text, from, to);
    if (to - begin < 16 || to - begin > 400 || !mayBegin(text[begin])) {
      return false;
    }
    String words = Bytes.text(text, begin, to).stripTrailing();
    Matcher m = VERSION.matcher(words);
    if (m.matches()) {
      return push(line, new NcclVersion(-1, m.group(1), m.group(2)));
    }
    m = GROUP.matcher(words);
    if (m.matches()) {
      return push(
          line,
          new RasCommunicators(
              number(m, 1), number(m, 2), number(m, 3), number(m, 4), m.group(5), m.group(6)));
    }
    m = HEAD.matcher(words);
    if (m.matches()) {
      return push(line, new RasMismatch(RasMismatch.Part.HEAD, m.group(1), -1, -1));
    }
    m = COUNT.matcher(words);
    if (m.matches()) {
      return push(
          line,
          new RasMismatch(RasMismatch.Part.COUNT, "", Long.parseLong(m.group(2)), number(m, 1)));
    }
    m = NAMED.matcher(words);
    return m.matches() && push(line, new RasMismatch(RasMismatch.Part.NAMED, "", number(m, 1), -1));
  }

  private static boolean mayBegin(byte first) {
    return Bytes.isDigit(first) || first == 'N' || first == 'C' || first == 'R';
  }

  private static int number(Matcher m, int group) {
    return Integer.parseInt(m.group(group));
  }

  private static boolean push(LineContext line, TraceRecord record) {
    line.sink().record(record, line.offset());
    return true;
  }
}
