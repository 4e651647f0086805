package dev.ringside.summary;

import dev.ringside.summary.EngineFacts.Backend;
import dev.ringside.summary.EngineFacts.BatchCount;
import dev.ringside.trace.record.AllReduceBackend;
import dev.ringside.trace.record.BatchSample;
import dev.ringside.trace.record.CaptureSizes;
import dev.ringside.trace.record.EngineSetting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the serving engines say, over all sources. */
final class Engines {
  // What is shown of the status lines; their counts are whole.
  private static final int FIRST_BATCHES = 256;

  private static final class Draft {
    final Map<String, String> settings = new TreeMap<>();
    final Set<Backend> backends = new LinkedHashSet<>();
    final Map<String, List<Integer>> captureSizes = new LinkedHashMap<>();
    final List<BatchCount> first = new ArrayList<>();
    final Map<BatchLines.Key, BatchLines> batches = new TreeMap<>();
  }

  private final Map<String, Draft> byName = new TreeMap<>();

  static List<EngineFacts> of(List<WholeSource> sources) {
    Engines engines = new Engines();
    for (WholeSource s : sources) {
      s.piece().rare().lines().forEach(engines::add);
      for (BatchLines b : s.piece().batches()) {
        engines.draft(b.engine()).batches.merge(b.key(), b, BatchLines::plus);
      }
    }
    return engines.facts();
  }

  private Draft draft(String engine) {
    return byName.computeIfAbsent(engine, n -> new Draft());
  }

  private void add(RareLine line) {
    if (line.record() instanceof EngineSetting s) {
      draft(s.engine()).settings.put(s.key(), s.value());
    } else if (line.record() instanceof AllReduceBackend b) {
      draft(b.engine()).backends.add(new Backend(b.backend(), b.active(), b.cause()));
    } else if (line.record() instanceof CaptureSizes c) {
      draft(c.engine()).captureSizes.put(c.mode(), c.sizes());
    } else if (line.record() instanceof BatchSample b) {
      List<BatchCount> first = draft(b.engine()).first;
      if (first.size() < FIRST_BATCHES) {
        boolean isTimed = !Double.isNaN(b.tokensPerSecond());
        first.add(
            new BatchCount(
                b.phase(),
                b.running(),
                b.waiting(),
                b.tokens(),
                b.cudaGraph(),
                1,
                isTimed ? 1 : 0,
                isTimed ? Math.round(b.tokensPerSecond() * 1000) : 0));
      }
    }
  }

  private List<EngineFacts> facts() {
    List<EngineFacts> out = new ArrayList<>();
    byName.forEach(
        (name, d) ->
            out.add(
                new EngineFacts(
                    name,
                    d.settings.getOrDefault("version", ""),
                    d.settings,
                    List.copyOf(d.backends),
                    d.captureSizes,
                    d.batches.values().stream().map(Engines::count).toList(),
                    d.first)));
    return out;
  }

  private static BatchCount count(BatchLines b) {
    return new BatchCount(
        b.phase(),
        b.running(),
        -1,
        b.tokens(),
        b.cudaGraph(),
        b.count(),
        b.throughputLines(),
        b.throughputMilliTokens());
  }
}
