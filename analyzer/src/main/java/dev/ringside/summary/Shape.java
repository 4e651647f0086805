package dev.ringside.summary;

import dev.ringside.trace.record.Collective;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Message size of one token, and which sizes were captured: what ties messages to batches. */
record Shape(Optional<Figure> bytesPerToken) {

  /**
   * @param captured AllReduce sizes on capture streams
   * @param seen all AllReduce sizes but barriers
   */
  static Shape of(
      Optional<ModelShapeHint> model,
      List<EngineFacts> engines,
      Set<Long> captured,
      Set<Long> seen) {
    if (model.isPresent()) {
      return new Shape(Optional.of(Figure.of(model.get().bytesPerToken(), Basis.MODEL)));
    }
    for (EngineFacts engine : engines) {
      Optional<Figure> byEngine = byEngine(engine, captured.isEmpty() ? seen : captured);
      if (byEngine.isPresent()) {
        return new Shape(byEngine);
      }
    }
    return new Shape(lattice(captured));
  }

  /** The size that makes every declared capture size a message that was seen. */
  private static Optional<Figure> byEngine(EngineFacts engine, Set<Long> sizes) {
    NavigableSet<Integer> declared = new TreeSet<>();
    declared.addAll(engine.decodeGraphTokens());
    declared.addAll(engine.prefillCaptureSizes());
    if (declared.size() < 2 || engine.decodeCaptureSizes().isEmpty() || sizes.isEmpty()) {
      return Optional.empty();
    }
    int largest = engine.decodeGraphTokens().last();
    for (long bytes : new TreeSet<>(sizes).descendingSet()) {
      long token = bytes / largest;
      if (token > 0
          && token * largest == bytes
          && declared.headSet(largest, true).stream()
              .allMatch(batch -> sizes.contains(batch * token))) {
        return Optional.of(Figure.of(token, Basis.ENGINE));
      }
    }
    return Optional.empty();
  }

  /**
   * The common divisor of the captured sizes, which is one token only where batch 1 was captured:
   * it must be one of them. Any set of sizes has a common divisor, most of them mean nothing.
   */
  private static Optional<Figure> lattice(Set<Long> captured) {
    long divisor = 0;
    for (long bytes : captured) {
      divisor = RunEvidence.gcd(divisor, bytes);
    }
    return captured.size() < 2 || !captured.contains(divisor)
        ? Optional.empty()
        : Optional.of(Figure.of(divisor, Basis.LATTICE));
  }

  /** Tokens of a pass; nothing for another operation, or where the size is no whole number. */
  Optional<Figure> batch(MessageKey message) {
    return bytesPerToken
        .filter(
            t -> message.collective() == Collective.ALL_REDUCE && message.bytes() % t.value() == 0)
        .map(t -> Figure.of(message.bytes() / t.value(), t.basis()));
  }
}
