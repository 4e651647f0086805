package dev.ringside.summary;

import dev.ringside.trace.record.TraceRecord;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** The rare records of several sources by kind. */
record RareRecords(List<WholeSource> sources) {

  <T extends TraceRecord> Stream<T> all(Class<T> kind) {
    return sources.stream()
        .flatMap(s -> s.piece().rare().lines().stream())
        .map(RareLine::record)
        .filter(kind::isInstance)
        .map(kind::cast);
  }

  /** The first number that is known. */
  <T extends TraceRecord> OptionalInt first(Class<T> kind, ToIntFunction<T> part) {
    return all(kind).mapToInt(part).filter(n -> n >= 0).findFirst();
  }
}
