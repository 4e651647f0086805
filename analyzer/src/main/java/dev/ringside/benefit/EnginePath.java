package dev.ringside.benefit;

import dev.ringside.summary.EngineFacts;
import dev.ringside.summary.Traffic;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Whether decode messages reach NCCL at all. Logged calls of decode sizes are proof that they do;
 * without any, an all-reduce of the engine's own that is active carries them, as far as it reaches.
 */
final class EnginePath {

  private static final Set<String> NCCL_BACKENDS =
      Set.of("pynccl", "nccl", "torch", "torch_distributed");

  private final Traffic traffic;
  private final List<SizeRow> rows;

  EnginePath(Traffic traffic, List<SizeRow> rows) {
    this.traffic = traffic;
    this.rows = rows;
  }

  boolean isNcclOutOfDecode() {
    boolean logged = rows.stream().anyMatch(r -> !r.isOutsideDecode());
    return !logged && traffic.engines().stream().anyMatch(this::carriesDecode);
  }

  /** Without any logged call, sizes past the engine's limits may be NCCL's, unseen. */
  private boolean carriesDecode(EngineFacts engine) {
    boolean active =
        engine.backends().stream()
            .anyMatch(
                b -> b.active() && !NCCL_BACKENDS.contains(b.name().toLowerCase(Locale.ROOT)));
    OptionalLong largest = largestDecode(engine);
    Optional<EngineRules.Reach> reach = reach(engine);
    boolean beyond =
        rows.isEmpty()
            && largest.isPresent()
            && reach.isPresent()
            && largest.getAsLong() > reach.get().bytes();
    return active && !beyond;
  }

  private OptionalLong largestDecode(EngineFacts engine) {
    if (traffic.bytesPerToken().isEmpty()) {
      return OptionalLong.empty();
    }
    return engine.decodeGraphTokens().stream()
        .mapToLong(size -> size * traffic.bytesPerToken().get().value())
        .max();
  }

  private String capability() {
    List<String> said = traffic.host().getOrDefault("compute_capability", List.of());
    return said.size() == 1 ? said.get(0) : "";
  }

  private Optional<EngineRules.Reach> reach(EngineFacts engine) {
    String tp = engine.settings().getOrDefault("tensor_parallel_size", "");
    if (!tp.matches("\\d{1,4}")) {
      return Optional.empty();
    }
    long bytesPerToken = traffic.bytesPerToken().map(f -> f.value()).orElse(0L);
    return EngineRules.load().reach(engine, capability(), Integer.parseInt(tp), bytesPerToken);
  }
}
