package dev.ringside.summary;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Tuning lines by size while a piece is read. */
final class TunedTable {
  private final Map<Collective, ChoiceTable> tables = new EnumMap<>(Collective.class);
  private final Map<TunedSize.Key, Long> symmetric = new HashMap<>();
  private int size;

  int size() {
    return size + symmetric.size();
  }

  void add(Collective op, long bytes, Algorithm algorithm, Protocol protocol) {
    ChoiceTable table = tables.get(op);
    if (table == null) {
      table = new ChoiceTable();
      tables.put(op, table);
    }
    int before = table.size();
    table.add(bytes, algorithm, protocol, 0, Double.NaN);
    size += table.size() - before;
  }

  void addSymmetric(Collective op, long bytes, String kernel) {
    symmetric.merge(new TunedSize.Key(op, bytes, "SYMMETRIC/" + kernel), 1L, Long::sum);
  }

  List<TunedSize> sorted() {
    List<TunedSize> out = new ArrayList<>();
    tables.forEach(
        (op, table) -> {
          for (int i = 0; i < table.size(); i++) {
            ChoiceKey c = table.choice(i);
            String word =
                c.algorithm().callName() + '/' + c.protocol().ncclName().toUpperCase(Locale.ROOT);
            out.add(new TunedSize(op, table.about(i), word, table.count(i)));
          }
        });
    symmetric.forEach((k, n) -> out.add(new TunedSize(k.collective(), k.bytes(), k.choice(), n)));
    out.sort(Comparator.comparing(TunedSize::key));
    return out;
  }
}
