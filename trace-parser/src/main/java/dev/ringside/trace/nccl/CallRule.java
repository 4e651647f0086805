package dev.ringside.trace.nccl;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.RcclSign;
import dev.ringside.trace.record.Severity;
import java.util.Optional;

/** API calls ({@code AllReduce: opCount …}, flag COLL). */
final class CallRule implements Rule {

  private final CallText text = new CallText();
  private boolean saidRccl;
  private CallText.Outcome outcome = CallText.Outcome.BROKEN;
  private int end;

  @Override
  public boolean take(NcclRecord record) {
    Cursor c = record.cursor();
    boolean known = OperationName.read(c) != Collective.UNKNOWN;
    if (!known) {
      c.skipName();
    }
    if (!c.skip(": opCount ") && !(known && c.ranOut())) {
      return false;
    }
    Cursor again = record.cursor();
    outcome = text.read(again);
    end = again.at();
    if (outcome == CallText.Outcome.WHOLE) {
      push(record);
    }
    return true;
  }

  private void push(NcclRecord record) {
    int site = text.rank() < 0 ? record.site() : record.siteOfRank(text.rank());
    if (text.rank() >= 0 && !saidRccl) {
      saidRccl = true;
      record.emit(new RcclSign(site, "globalrank"));
    }
    Optional<DataType> type = text.type();
    if (type.isPresent()) {
      text.push(site, type.get(), record.line().sink(), record.line().offset());
    } else {
      record
          .line()
          .loss(
              "unknown-datatype",
              Severity.DATA_LOSS,
              "datatype " + text.typeNumber() + " is none of NCCL's up to 2.30: size unknown");
    }
  }

  /** Of the last message taken: whether it was whole, and if not, whether more could follow. */
  CallText.Outcome outcome() {
    return outcome;
  }

  /** Of the last message taken: where it ended. */
  int end() {
    return end;
  }
}
