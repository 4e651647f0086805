package dev.ringside.trace.nccl;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.CommunicatorInit;
import dev.ringside.trace.record.CommunicatorInit.Stage;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.RedOp;
import java.util.Arrays;
import java.util.Optional;

/**
 * {@code NCCL CALL} lines (level TRACE, flag CALL; NCCL src/include/debug.h, TRACE_CALL): the API
 * call with its arguments in order, {@code ncclAllReduce(send,recv,count,type,op,root,comm,stream)}
 * and {@code ncclCommInitRank(comm, nRanks, id, rank, device)}.
 */
final class ApiTraceRule implements Rule {

  private static final int ARGUMENTS = 8;

  private final long[] arguments = new long[ARGUMENTS];

  @Override
  public boolean take(NcclRecord record) {
    if (record.header().level() != RecordHeader.Level.CALL) {
      return false;
    }
    Cursor c = record.cursor();
    String function = c.name();
    if (!c.skip("(") || !function.startsWith("nccl")) {
      return false;
    }
    Optional<Collective> op = Collective.ofNcclName(function.substring("nccl".length()));
    if (op.isPresent()) {
      call(record, c, op.get());
      return true;
    }
    if (function.startsWith("ncclCommInitRank")) {
      creation(record, c, function);
      return true;
    }
    return false;
  }

  private void call(NcclRecord record, Cursor c, Collective op) {
    if (read(c, 2) < ARGUMENTS) {
      record.torn();
      return;
    }
    Optional<DataType> type = DataType.ofNumber((int) arguments[3]);
    if (type.isEmpty()) {
      record.torn();
      return;
    }
    record
        .line()
        .sink()
        .collective(
            record.site(),
            arguments[6],
            op,
            type.get(),
            RedOp.ofNumber(arguments[4]),
            arguments[2],
            (int) arguments[5],
            -1,
            arguments[7],
            record.line().offset());
  }

  private void creation(NcclRecord record, Cursor c, String function) {
    if (read(c, 0) < 4) {
      record.torn();
      return;
    }
    record.emit(
        new CommunicatorInit(
            record.site(),
            arguments[0],
            Stage.START,
            function,
            (int) arguments[3],
            (int) arguments[1],
            (int) arguments[4],
            "",
            arguments[2],
            0,
            -1,
            -1));
  }

  /**
   * Reads up to eight arguments and says how many there are.
   *
   * @param buffers how many of the first ones are pointers without 0x
   */
  private int read(Cursor c, int buffers) {
    Arrays.fill(arguments, -1);
    for (int n = 0; n < ARGUMENTS; n++) {
      c.blanks();
      boolean buffer = n < buffers && c.pointer() && (c.here() == ',' || c.here() == ')');
      boolean pointer = !buffer && (c.here() == '(' || isHexadecimal(c)) && c.pointer();
      if (!buffer && !pointer && !c.signed()) {
        return n;
      }
      arguments[n] = c.value();
      if (c.skip(")")) {
        return n + 1;
      }
      if (!c.skip(",")) {
        return n;
      }
    }
    return ARGUMENTS;
  }

  private static boolean isHexadecimal(Cursor c) {
    int begin = c.at();
    boolean hexadecimal = c.skip("0x");
    c.at(begin);
    return hexadecimal;
  }
}
