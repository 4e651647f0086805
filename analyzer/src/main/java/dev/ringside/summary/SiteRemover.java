package dev.ringside.summary;

import dev.ringside.trace.record.TraceRecord;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Frees records from the site numbers of one piece, so that equal lines of two pieces are equal. A
 * rank's log has hundreds of such lines, and a fleet thousands of logs: how each kind is taken
 * apart is looked up once, for all threads.
 */
final class SiteRemover {
  private final Map<Class<?>, Shape> shapes = new ConcurrentHashMap<>();

  /** Components of a kind of record and how to make one of them. */
  private record Shape(List<Method> accessors, int site, Constructor<?> canonical) {
    static Shape of(Class<?> kind) {
      RecordComponent[] components = kind.getRecordComponents();
      List<Method> accessors = new ArrayList<>();
      Class<?>[] types = new Class<?>[components.length];
      int site = -1;
      for (int i = 0; i < components.length; i++) {
        accessors.add(components[i].getAccessor());
        types[i] = components[i].getType();
        site = components[i].getName().equals("site") ? i : site;
      }
      try {
        return new Shape(accessors, site, kind.getDeclaredConstructor(types));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("cannot copy a " + kind.getSimpleName(), e);
      }
    }
  }

  /** The same record with site -1; a record without a site as it is. */
  TraceRecord remove(TraceRecord record) {
    if (record.site() == -1) {
      return record;
    }
    Shape shape = shapes.computeIfAbsent(record.getClass(), Shape::of);
    try {
      Object[] values = new Object[shape.accessors.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = i == shape.site ? Integer.valueOf(-1) : shape.accessors.get(i).invoke(record);
      }
      return (TraceRecord) shape.canonical.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot copy a " + record.getClass().getSimpleName(), e);
    }
  }
}
