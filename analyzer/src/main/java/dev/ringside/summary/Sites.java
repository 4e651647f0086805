package dev.ringside.summary;

import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.TraceRecord;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Comparator;

/** Order of writers, and records freed from the site numbers of one piece. */
final class Sites {
  static final Comparator<CallSite> ORDER =
      Comparator.comparing(CallSite::host)
          .thenComparingLong(CallSite::pid)
          .thenComparingLong(CallSite::tid)
          .thenComparingInt(CallSite::device)
          .thenComparingInt(CallSite::rank)
          .thenComparing(CallSite::address);

  private static final String COMPONENT = "site";

  private Sites() {}

  /** What tells hosts apart: containers of one image may share a host name. */
  static String host(CallSite where) {
    return where.address().isEmpty() ? where.host() : where.host() + '@' + where.address();
  }

  /** The site number of a record of any kind; -1 where the kind has none. */
  static int numberOf(TraceRecord record) {
    for (RecordComponent c : record.getClass().getRecordComponents()) {
      if (c.getName().equals(COMPONENT)) {
        return (int) read(c, record);
      }
    }
    return -1;
  }

  /** The same record with site -1; a record without a site as it is. */
  static TraceRecord withoutNumber(TraceRecord record) {
    if (numberOf(record) == -1) {
      return record;
    }
    RecordComponent[] components = record.getClass().getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] values =
        Arrays.stream(components)
            .map(c -> c.getName().equals(COMPONENT) ? Integer.valueOf(-1) : read(c, record))
            .toArray();
    try {
      Constructor<?> canonical = record.getClass().getDeclaredConstructor(types);
      return (TraceRecord) canonical.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot copy a " + record.getClass().getSimpleName(), e);
    }
  }

  private static Object read(RecordComponent component, TraceRecord record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read a " + record.getClass().getSimpleName(), e);
    }
  }
}
