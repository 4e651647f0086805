package dev.ringside.summary;

import dev.ringside.trace.record.TraceRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** The rare records of several sources by kind. */
final class RareRecords {
  private final Map<Class<?>, List<TraceRecord>> byKind = new HashMap<>();

  RareRecords(List<WholeSource> sources) {
    for (WholeSource s : sources) {
      for (RareLine line : s.piece().rare().lines()) {
        byKind.computeIfAbsent(line.record().getClass(), k -> new ArrayList<>()).add(line.record());
      }
    }
  }

  /** Those of one kind, in order. */
  <T extends TraceRecord> Stream<T> all(Class<T> kind) {
    return byKind.getOrDefault(kind, List.of()).stream().map(kind::cast);
  }

  /** The first number that is known. */
  <T extends TraceRecord> OptionalInt first(Class<T> kind, ToIntFunction<T> part) {
    return all(kind).mapToInt(part).filter(n -> n >= 0).findFirst();
  }
}
