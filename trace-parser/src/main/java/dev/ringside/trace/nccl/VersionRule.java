package dev.ringside.trace.nccl;

import dev.ringside.trace.record.NcclVersion;
import dev.ringside.trace.record.RcclSign;

/**
 * The library's own version: {@code NCCL version 2.28.9+cuda13.0}, {@code NCCL version 2.26.2
 * compiled with CUDA 12.6} (ncclras), {@code RCCL version 2.18.3+hip6.0 …}.
 */
final class VersionRule implements Rule {

  @Override
  public boolean take(NcclRecord record) {
    return take(record.cursor(), record.site(), record);
  }

  /** The same of a line without any header, which has no writer. */
  static boolean isBare(Cursor c) {
    c.blanks();
    boolean nccl = c.skip("NCCL version ");
    return (nccl || c.skip("RCCL version ")) && (c.skip(": ") || c.decimal());
  }

  static boolean take(Cursor c, int site, NcclRecord record) {
    c.blanks();
    boolean rccl = c.here() == 'R';
    if (!c.skip("NCCL version ") && !c.skip("RCCL version ")) {
      return false;
    }
    c.skip(": ");
    String word = c.word();
    int plus = word.indexOf('+');
    String nccl = plus < 0 ? word : word.substring(0, plus);
    if (nccl.isEmpty() || !Character.isDigit(nccl.charAt(0))) {
      return false;
    }
    String cuda = plus < 0 ? "" : cudaOf(word.substring(plus + 1));
    c.blanks();
    if (c.skip("compiled with CUDA ")) {
      cuda = c.word();
    }
    record.emit(new NcclVersion(site, nccl, cuda));
    // Older RCCL keeps NCCL's name and prints its own compiler: NCCL version 2.13.4+hip5.4.
    if (rccl || word.startsWith("hip", plus + 1)) {
      record.emit(new RcclSign(site, "version"));
    }
    return true;
  }

  private static String cudaOf(String build) {
    return build.startsWith("cuda") ? build.substring("cuda".length()) : "";
  }
}
