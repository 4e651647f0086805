package dev.ringside.trace.io;

import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.TraceSink;
import java.util.HashMap;
import java.util.Map;

/** Numbers the writers of a document, and announces each to its sink before its first use. */
public final class SiteNumbers {
  private final TraceSink sink;
  private final Map<CallSite, Integer> numbers = new HashMap<>();

  public SiteNumbers(TraceSink sink) {
    this.sink = sink;
  }

  /** The number of a writer. */
  public int of(CallSite where) {
    Integer known = numbers.get(where);
    if (known != null) {
      return known;
    }
    int number = numbers.size();
    numbers.put(where, number);
    sink.site(number, where);
    return number;
  }
}
