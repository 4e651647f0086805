package dev.ringside.trace.nccl;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import dev.ringside.trace.record.TuningChoice;

/** The usual shape of a choice: {@code N Bytes -> Algo RING proto LL channel{Lo..Hi}={0..3}}. */
final class UsualChoice {

  private static final Literal BYTES = Literal.of(" Bytes -> Algo ");
  private static final Literal LO_HI = Literal.of("{Lo..Hi}={");
  private static final Literal TO = Literal.of("..");
  private static final Literal CLOSE = Literal.of("}\n");

  private static final Algorithm[] ALGORITHMS = {Algorithm.RING, Algorithm.TREE, Algorithm.NVLS};
  private static final Literal[] ALGORITHM_NAMES = {
    Literal.of("RING proto "), Literal.of("TREE proto "), Literal.of("NVLS proto ")
  };
  private static final Protocol[] PROTOCOLS = {Protocol.LL, Protocol.LL128, Protocol.SIMPLE};
  private static final Literal[] PROTOCOL_NAMES = {
    Literal.of("LL channel"), Literal.of("LL128 channel"), Literal.of("SIMPLE channel")
  };

  private UsualChoice() {}

  /** Reads and keeps what stands behind the size; begin of the next line, or -1. */
  static int read(byte[] a, int from, Collective op, long bytes, LastChoice into) {
    if (!BYTES.isAt(a, from)) {
      return -1;
    }
    int at = from + BYTES.length();
    int algorithm = which(ALGORITHM_NAMES, a, at);
    if (algorithm < 0) {
      return -1;
    }
    at += ALGORITHM_NAMES[algorithm].length();
    int protocol = which(PROTOCOL_NAMES, a, at);
    if (protocol < 0) {
      return -1;
    }
    at += PROTOCOL_NAMES[protocol].length();
    if (!LO_HI.isAt(a, at)) {
      return -1;
    }
    at += LO_HI.length();
    long low = FieldScanner.number(a, at);
    at += FieldScanner.length(low);
    if (low < 0 || !TO.isAt(a, at)) {
      return -1;
    }
    at += TO.length();
    long high = FieldScanner.number(a, at);
    at += FieldScanner.length(high);
    long channels = FieldScanner.value(high) - FieldScanner.value(low) + 1;
    if (high < 0 || channels < 1 || channels > Short.MAX_VALUE || !CLOSE.isAt(a, at)) {
      return -1;
    }
    int end = at + CLOSE.length();
    into.keep(
        a,
        from,
        end,
        new TuningChoice(op, bytes, ALGORITHMS[algorithm], PROTOCOLS[protocol], (int) channels));
    return end;
  }

  private static int which(Literal[] words, byte[] a, int at) {
    for (int i = 0; i < words.length; i++) {
      if (words[i].isAt(a, at)) {
        return i;
      }
    }
    return -1;
  }
}
