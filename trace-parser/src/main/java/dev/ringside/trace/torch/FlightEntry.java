package dev.ringside.trace.torch;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One entry of a flight recorder, as far as it is used here.
 *
 * @param group name of the process group
 * @param description of the process group
 * @param op NCCL's operation; empty for entries that are none, such as {@code coalesced}
 * @param type element type; unknown where tensors of one call differ, then counts are bytes
 * @param in elements of all input tensors
 * @param out elements of all output tensors
 * @param peer of a send or receive; -1 else
 * @param state as dumped: scheduled, started, completed
 * @param retired whether the watchdog had done with it
 * @param record number of the entry since the process began; -1 where it has none
 * @param offset in the file; 0 where the format has no such thing
 */
record FlightEntry(
    String group,
    String description,
    Optional<Collective> op,
    DataType type,
    long in,
    long out,
    int peer,
    String state,
    boolean retired,
    long record,
    long offset) {

  /** Reads the map of one entry; empty where it names no operation. */
  static Optional<FlightEntry> of(Map<?, ?> entry, long offset) {
    String name = text(entry.get("profiling_name"));
    if (name.isEmpty()) {
      return Optional.empty();
    }
    List<?> group = list(entry.get("process_group"));
    List<String> types = new ArrayList<>();
    list(entry.get("input_dtypes")).forEach(t -> types.add(text(t)));
    boolean uniform = types.stream().distinct().count() <= 1;
    DataType type =
        types.isEmpty() || !uniform ? DataType.UNKNOWN : TorchWords.dataType(types.get(0));
    List<String> outTypes = new ArrayList<>();
    list(entry.get("output_dtypes")).forEach(t -> outTypes.add(text(t)));
    return Optional.of(
        new FlightEntry(
            group.isEmpty() ? text(entry.get("pg_id")) : text(group.get(0)),
            group.size() < 2 ? "" : text(group.get(1)),
            TorchWords.collective(name),
            type,
            elements(list(entry.get("input_sizes")), uniform ? List.of() : types),
            elements(list(entry.get("output_sizes")), uniform ? List.of() : outTypes),
            peer(name),
            text(entry.get("state")),
            Boolean.TRUE.equals(entry.get("retired")),
            entry.get("record_id") instanceof Number n ? n.longValue() : -1,
            offset));
  }

  boolean isCompleted() {
    return state.equals("completed") || retired;
  }

  /** Sum over tensors of the product of dimensions; in bytes where types are given. */
  private static long elements(List<?> shapes, List<String> types) {
    long total = 0;
    for (int i = 0; i < shapes.size(); i++) {
      long elements = 1;
      for (Object size : list(shapes.get(i))) {
        elements *= Math.max(0, number(size, 0));
      }
      total += elements * (i < types.size() ? TorchWords.dataType(types.get(i)).bytes() : 1);
    }
    return total;
  }

  /** The other side in {@code nccl:send 0->1} and {@code nccl:recv 0<-1}. */
  private static int peer(String name) {
    int arrow = Math.max(name.indexOf("->"), name.indexOf("<-"));
    List<Integer> ranks = arrow < 0 ? List.of() : RankList.parse(name.substring(arrow));
    return ranks.isEmpty() ? -1 : ranks.get(0);
  }

  static String text(Object value) {
    return value instanceof String || value instanceof Number ? value.toString() : "";
  }

  static List<?> list(Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  static Map<?, ?> map(Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  /** A whole number, also as text. */
  static long number(Object value, long missing) {
    if (value instanceof Number n) {
      return n.longValue();
    }
    String text = value instanceof String s ? s : "";
    return text.matches("-?[0-9]{1,18}") ? Long.parseLong(text) : missing;
  }
}
