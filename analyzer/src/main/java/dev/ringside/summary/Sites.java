package dev.ringside.summary;

import dev.ringside.trace.record.CallSite;
import java.util.Comparator;

/** Order of writers, by all that is known of them. */
final class Sites {
  static final Comparator<CallSite> ORDER =
      Comparator.comparing(CallSite::host)
          .thenComparingLong(CallSite::pid)
          .thenComparingLong(CallSite::tid)
          .thenComparingInt(CallSite::device)
          .thenComparingInt(CallSite::rank)
          .thenComparing(CallSite::address)
          .thenComparingInt(CallSite::label);

  private Sites() {}

  /** What tells hosts apart: containers of one image may share a host name. */
  static String host(CallSite where) {
    return where.address().isEmpty() ? where.host() : where.host() + '@' + where.address();
  }
}
