package dev.ringside.trace.nccl;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Message;
import dev.ringside.trace.record.Protocol;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.SymmetricChoice;
import dev.ringside.trace.record.TuningChoice;

/**
 * What NCCL chose for a call (flag TUNING, rank 0 of a communicator; NCCL src/enqueue.cc,
 * src/scheduler/symmetric_sched.cc, src/ce_coll.cc):
 *
 * <pre>
 * N Bytes -> Algo 1 proto 2 time 36.2                             2.20 to 2.22
 * NAME: N Bytes -> Algo 1 proto 2 time 36.2                       2.23
 * NAME: N Bytes -> Algo RING proto LL channel{Lo..Hi}={0..3}      from 2.24
 * NAME [Symmetric]: N Bytes -> Kernel K nchannels N nthreads N    from 2.27
 * NAME [Copy Engine]: N Bytes -> cudaMemcpy                       from 2.29.2
 * </pre>
 */
final class ChoiceRule implements Rule {

  private static final Algorithm[] ALGORITHMS = Algorithm.values();
  private static final Protocol[] PROTOCOLS = Protocol.values();

  private static final int UNDEFINED = -1;
  private static final int NONE = -2;

  private int end;

  @Override
  public boolean take(NcclRecord record) {
    Cursor c = record.cursor();
    Collective op = OperationName.read(c);
    end = record.to();
    if (op != Collective.UNKNOWN && c.skip(" [")) {
      return kernel(record, c, op);
    }
    if (op != Collective.UNKNOWN && !c.skip(": ")) {
      return false;
    }
    if (op != Collective.UNKNOWN && c.skip("tuner chunk size ")) {
      record.emit(new Message(record.site(), "INFO", "", record.text()));
      return true;
    }
    if (!c.decimal()) {
      return false;
    }
    long bytes = c.value();
    if (!c.skip(" Bytes -> Algo ")) {
      return tornInside(record, c, op);
    }
    int algorithm = algorithm(c);
    boolean named = c.skip(" proto ");
    int protocol = named ? protocol(c) : NONE;
    if (algorithm == NONE || protocol == NONE) {
      record.torn();
      return true;
    }
    detail(record, c, op, bytes, algorithm, protocol);
    return true;
  }

  /** Where the last choice that was taken ended. */
  int end() {
    return end;
  }

  /** Torn only where the words that make it a choice had begun: a number alone is anything. */
  private static boolean tornInside(NcclRecord record, Cursor c, Collective op) {
    int begin = c.at();
    boolean ends = record.isGlued() || record.line().isUnended();
    int least = op == Collective.UNKNOWN ? 2 : 0;
    boolean choice = c.skip(" Bytes -> ") || (c.ranOut() && c.end() - begin >= least && ends);
    c.at(begin);
    if (choice) {
      record.torn();
    }
    return choice;
  }

  private void detail(
      NcclRecord record, Cursor c, Collective op, long bytes, int algorithm, int protocol) {
    int channels = 0;
    double modelUs = Double.NaN;
    if (c.skip(" channel{Lo..Hi}={")) {
      channels = channels(c);
    } else if (c.skip(" time ")) {
      modelUs = c.decimals();
    } else {
      channels = UNDEFINED;
    }
    if (channels == UNDEFINED) {
      record.torn();
      return;
    }
    end = c.at();
    if (algorithm == UNDEFINED || protocol == UNDEFINED) {
      record
          .line()
          .loss("undefined-choice", Severity.INFO, "NCCL names no algorithm: " + record.text());
      return;
    }
    record
        .line()
        .sink()
        .choice(
            record.site(),
            new TuningChoice(
                op, bytes, ALGORITHMS[algorithm], PROTOCOLS[protocol], channels, modelUs),
            record.line().offset());
  }

  private static int channels(Cursor c) {
    if (!c.signed()) {
      return UNDEFINED;
    }
    long low = c.value();
    if (!c.skip("..") || !c.signed()) {
      return UNDEFINED;
    }
    long high = c.value();
    return c.skip("}") && high >= low ? (int) (high - low + 1) : UNDEFINED;
  }

  private static int algorithm(Cursor c) {
    if (c.signed()) {
      return inRange(c.value(), ALGORITHMS.length);
    }
    int longest = NONE;
    int begin = c.at();
    int stop = begin;
    for (int i = 0; i < ALGORITHMS.length; i++) {
      c.at(begin);
      // NVLS is the begin of NVLS_TREE.
      if (c.skip(ALGORITHMS[i].callName()) && c.at() > stop) {
        longest = i;
        stop = c.at();
      }
    }
    c.at(stop);
    return longest == NONE && c.skip("Unknown") ? UNDEFINED : longest;
  }

  private static int protocol(Cursor c) {
    if (c.signed()) {
      return inRange(c.value(), PROTOCOLS.length);
    }
    if (c.skip("LL128")) {
      return Protocol.LL128.ordinal();
    }
    if (c.skip("LL")) {
      return Protocol.LL.ordinal();
    }
    if (c.skip("SIMPLE")) {
      return Protocol.SIMPLE.ordinal();
    }
    return c.skip("Unknown") ? UNDEFINED : NONE;
  }

  private static int inRange(long number, int size) {
    return number >= 0 && number < size ? (int) number : UNDEFINED;
  }

  /** Symmetric kernels and the copy engine: no algorithm, no protocol. */
  private boolean kernel(NcclRecord record, Cursor c, Collective op) {
    boolean symmetric = c.skip("Symmetric]: ");
    boolean copy = !symmetric && (c.skip("Copy Engine]: ") || c.skip("Hierarchical CE]: "));
    if (!symmetric && !copy) {
      return false;
    }
    if (!c.decimal()) {
      record.torn();
      return true;
    }
    long bytes = c.value();
    if (copy) {
      copyEngine(record, c, op, bytes);
    } else {
      symmetric(record, c, op, bytes);
    }
    return true;
  }

  private void symmetric(NcclRecord record, Cursor c, Collective op, long bytes) {
    String kernel = c.skip(" Bytes -> Kernel ") ? c.name() : "";
    if (kernel.isEmpty() || !c.skip(" nchannels ") || !c.decimal()) {
      record.torn();
      return;
    }
    record.emit(new SymmetricChoice(record.site(), op, bytes, kernel, (int) c.value()));
    if (c.skip(" nthreads ") && c.decimal() && c.skip(" nWorks ")) {
      c.decimal();
    }
    end = c.at();
  }

  private static void copyEngine(NcclRecord record, Cursor c, Collective op, long bytes) {
    String what = c.skip(" Bytes -> ") ? c.rest() : "";
    if (what.isEmpty()) {
      record.torn();
      return;
    }
    record.emit(new SymmetricChoice(record.site(), op, bytes, "Copy Engine: " + what, 0));
  }
}
