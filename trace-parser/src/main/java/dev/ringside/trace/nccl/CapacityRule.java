package dev.ringside.trace.nccl;

import dev.ringside.trace.record.ChannelCounts;
import dev.ringside.trace.record.ThreadThresholds;
import java.util.ArrayList;
import java.util.List;

/**
 * What a communicator may use (NCCL src/init.cc): {@code threadThresholds 8/8/64 | 16/8/64 | 512 |
 * 512} and {@code 2 coll channels, 0 collnet channels, 0 nvls channels, 2 p2p channels, …}.
 */
final class CapacityRule implements Rule {

  @Override
  public boolean take(NcclRecord record) {
    Cursor c = record.cursor();
    if (c.skip("threadThresholds ")) {
      return thresholds(record, c);
    }
    if (c.decimal() && c.skip(" coll channels")) {
      return counts(record, record.cursor());
    }
    return false;
  }

  private static boolean thresholds(NcclRecord record, Cursor c) {
    List<Long> values = new ArrayList<>();
    while (c.signed()) {
      values.add(c.value());
      if (!c.skip("/") && !c.skip(" | ")) {
        break;
      }
    }
    // Two algorithms of three protocols at least; CollNet's came in several layouts.
    if (values.size() < 6) {
      record.torn();
    } else {
      record.emit(new ThreadThresholds(record.site(), values));
    }
    return true;
  }

  private static boolean counts(NcclRecord record, Cursor c) {
    int coll = -1;
    int nvls = -1;
    int p2p = -1;
    while (c.decimal()) {
      int n = (int) c.value();
      switch (c.word()) {
        case "coll" -> coll = n;
        case "nvls" -> nvls = n;
        case "p2p" -> p2p = p2p < 0 ? n : p2p;
        default -> {
          // collnet: repeats the first number
        }
      }
      c.word();
      c.blanks();
    }
    record.emit(new ChannelCounts(record.site(), coll, nvls, p2p));
    return true;
  }
}
