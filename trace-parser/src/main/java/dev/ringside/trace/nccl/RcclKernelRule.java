package dev.ringside.trace.nccl;

import dev.ringside.trace.record.RcclKernel;
import dev.ringside.trace.record.RcclSign;

/**
 * RCCL's device-side trace: {@code ## [170260.347287] [07:00] 000001 KL HWID 42300700 FUNCTION …}
 * when a kernel begins, {@code KE} when it ends. A collector thread prints it, always as device 0:
 * the rank is the first number of the second bracket.
 */
final class RcclKernelRule implements Rule {

  private boolean said;

  @Override
  public boolean take(NcclRecord record) {
    Cursor c = record.cursor();
    if (!c.skip("## [")) {
      return false;
    }
    c.decimals();
    if (!c.skip("] [") || !c.decimal()) {
      return false;
    }
    int rank = (int) c.value();
    c.word();
    c.word();
    String event = c.word();
    if (!event.equals("KL") && !event.equals("KE")) {
      return false;
    }
    if (!said) {
      said = true;
      record.emit(new RcclSign(record.site(), "kernel-trace"));
    }
    String function = "";
    int nRanks = -1;
    for (String word = c.word(); !word.isEmpty(); word = c.word()) {
      if (function.isEmpty() && word.startsWith("nccl")) {
        function = word;
      } else if (word.equals("nRanks")) {
        c.blanks();
        nRanks = c.decimal() ? (int) c.value() : -1;
      }
    }
    record.emit(new RcclKernel(record.site(), rank, event.equals("KL"), nRanks, function));
    return true;
  }
}
