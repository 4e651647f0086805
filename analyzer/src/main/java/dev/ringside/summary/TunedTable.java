package dev.ringside.summary;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.TuningChoice;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tuning lines by size while a piece is read. */
final class TunedTable {
  private final Map<Collective, Choices> tables = new EnumMap<>(Collective.class);
  private final Map<TunedSize.Key, TunedSize> symmetric = new HashMap<>();
  private int size;

  /** Choices of one operation, and where each was first made. */
  private static final class Choices {
    final ChoiceTable table = new ChoiceTable();
    final List<Long> firstOffsets = new ArrayList<>();
  }

  int size() {
    return size + symmetric.size();
  }

  /** Whether such a choice was not there yet. */
  boolean add(TuningChoice choice, long offset) {
    Choices choices = tables.get(choice.op());
    if (choices == null) {
      choices = new Choices();
      tables.put(choice.op(), choices);
    }
    boolean isNew = choices.table.add(choice.bytes(), choice, 0);
    if (isNew) {
      choices.firstOffsets.add(offset);
      size++;
    }
    return isNew;
  }

  void addSymmetric(Collective op, long bytes, String kernel, long offset) {
    TunedSize one = new TunedSize(op, bytes, "SYMMETRIC/" + kernel, 1, Double.NaN, offset);
    symmetric.merge(one.key(), one, TunedSize::plus);
  }

  List<TunedSize> sorted() {
    Map<TunedSize.Key, TunedSize> out = new TreeMap<>(symmetric);
    tables.forEach(
        (op, choices) -> {
          for (int i = 0; i < choices.table.size(); i++) {
            TunedSize one = tuned(op, choices, i);
            out.merge(one.key(), one, TunedSize::plus);
          }
        });
    return List.copyOf(out.values());
  }

  private static TunedSize tuned(Collective op, Choices choices, int i) {
    ChoiceKey c = choices.table.choice(i);
    String word = c.algorithm().callName() + '/' + c.protocol().callName();
    return new TunedSize(
        op,
        choices.table.about(i),
        word,
        choices.table.count(i),
        c.modelUs(),
        choices.firstOffsets.get(i));
  }
}
