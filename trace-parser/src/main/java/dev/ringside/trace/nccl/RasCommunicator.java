package dev.ringside.trace.nccl;

import dev.ringside.trace.record.RasCommunicators;
import dev.ringside.trace.record.RasMismatch;
import dev.ringside.trace.record.TraceSink;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** One communicator of a RAS report in JSON, said in the words of the report in text. */
final class RasCommunicator {
  private static final int IN_PROGRESS = 7; // ncclInProgress

  private final Set<String> hosts = new HashSet<>();
  private final Map<String, Map<Long, List<Integer>>> ranksByCount = new TreeMap<>();
  private int size = -1;
  private int missing;
  private boolean hasAllAnswers;
  private boolean hasError;
  private boolean isStarting;
  private boolean isEnding;
  private boolean isAborted;

  /** Whether the ranks that answered have been read to their end. */
  boolean hasAllAnswers() {
    return hasAllAnswers && size > 0;
  }

  void read(JsonParser p) {
    p.nextToken();
    for (String key = p.nextName(); key != null; key = p.nextName()) {
      JsonToken value = p.nextToken();
      if (value == JsonToken.START_ARRAY && key.equals("ranks")) {
        ranks(p);
        hasAllAnswers = true;
      } else if (key.equals("size")) {
        size = p.getValueAsInt(-1);
      } else if (key.equals("missing_ranks_count")) {
        missing = p.getValueAsInt(0);
      } else {
        p.skipChildren();
      }
    }
  }

  private void ranks(JsonParser p) {
    while (p.nextToken() == JsonToken.START_OBJECT) {
      Map<String, Long> counts = new TreeMap<>();
      int rank = -1;
      for (String key = p.nextName(); key != null; key = p.nextName()) {
        p.nextToken();
        switch (key) {
          case "rank" -> rank = p.getValueAsInt(-1);
          case "host" -> hosts.add(p.getString());
          case "status" -> status(p);
          case "collective_counts" -> counts(p, counts);
          default -> p.skipChildren();
        }
      }
      int writer = rank;
      counts.forEach(
          (operation, count) ->
              ranksByCount
                  .computeIfAbsent(operation, o -> new TreeMap<>())
                  .computeIfAbsent(count, c -> new ArrayList<>())
                  .add(writer));
    }
  }

  private static void counts(JsonParser p, Map<String, Long> counts) {
    if (!p.isExpectedStartObjectToken()) {
      return;
    }
    for (String key = p.nextName(); key != null; key = p.nextName()) {
      if (p.nextToken().isNumeric()) {
        counts.put(key, p.getLongValue());
      } else {
        p.skipChildren();
      }
    }
  }

  private void status(JsonParser p) {
    if (!p.isExpectedStartObjectToken()) {
      return;
    }
    for (String key = p.nextName(); key != null; key = p.nextName()) {
      p.nextToken();
      switch (key) {
        case "init_state" -> {
          isStarting |= p.getValueAsInt(0) == IN_PROGRESS;
          hasError |= p.getValueAsInt(0) != 0 && p.getValueAsInt(0) != IN_PROGRESS;
        }
        case "async_error" ->
            hasError |= p.getValueAsInt(0) != 0 && p.getValueAsInt(0) != IN_PROGRESS;
        case "finalize_called", "destroy_flag" -> isEnding |= p.getValueAsBoolean(false);
        case "abort_flag" -> isAborted |= p.getValueAsBoolean(false);
        default -> p.skipChildren();
      }
    }
  }

  void push(int number, long offset, TraceSink sink) {
    String status = isAborted ? "ABORT" : isEnding ? "FINALIZE" : isStarting ? "INIT" : "RUNNING";
    boolean differs = ranksByCount.values().stream().anyMatch(ranks -> ranks.size() > 1);
    String errors = missing > 0 ? "INCOMPLETE" : hasError ? "ERROR" : differs ? "MISMATCH" : "OK";
    sink.record(
        new RasCommunicators(number, 1, Math.max(1, hosts.size()), size, status, errors), offset);
    ranksByCount.forEach(
        (operation, ranks) -> {
          if (ranks.size() > 1) {
            mismatch(operation, ranks, offset, sink);
          }
        });
  }

  /** As in the text: how many ranks have come how far, and who the minority is. */
  private static void mismatch(
      String operation, Map<Long, List<Integer>> ranksByCount, long offset, TraceSink sink) {
    sink.record(new RasMismatch(RasMismatch.Part.HEAD, operation, -1, -1), offset);
    ranksByCount.forEach(
        (count, ranks) ->
            sink.record(new RasMismatch(RasMismatch.Part.COUNT, "", count, ranks.size()), offset));
    List<Integer> most =
        ranksByCount.values().stream().max(Comparator.comparingInt(List::size)).orElseThrow();
    ranksByCount.values().stream()
        .filter(ranks -> ranks != most)
        .flatMap(Collection::stream)
        .sorted()
        .forEach(
            rank -> sink.record(new RasMismatch(RasMismatch.Part.NAMED, "", rank, -1), offset));
  }
}
