package dev.ringside.benefit;

import dev.ringside.summary.Figure;
import dev.ringside.summary.MessageRow;
import dev.ringside.summary.Phase;
import dev.ringside.summary.Traffic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The AllReduce sizes to predict: each that the trace shows, once a communicator shape, and each
 * batch size of the mix that it does not show, put together from the bytes of a token.
 */
final class MixRows {

  /** A size, and its share of the steps of the mix. */
  record Weighted(MessageRow message, OptionalDouble weight) {}

  private record Key(
      int nRanks, int nNodes, long bytes, Optional<Phase> phase, int regBuff, int numPipeOps) {}

  private final Traffic traffic;
  private final Optional<BatchMix> mix;

  MixRows(Traffic traffic, Optional<BatchMix> mix) {
    this.traffic = traffic;
    this.mix = mix;
  }

  List<Weighted> rows() {
    List<MessageRow> shown = new ArrayList<>(merged().values());
    Optional<MessageRow> decode =
        shown.stream()
            .filter(r -> isPhase(r, Phase.DECODE))
            .max(Comparator.comparingLong(MessageRow::bytes));
    if (mix.isEmpty() || decode.isEmpty() || traffic.bytesPerToken().isEmpty()) {
      return shown.stream().map(r -> new Weighted(r, OptionalDouble.empty())).toList();
    }
    return weighted(shown, decode.get());
  }

  private List<Weighted> weighted(List<MessageRow> shown, MessageRow template) {
    double all = mix.get().weights().values().stream().mapToDouble(w -> w).sum();
    Map<MessageRow, Double> weights = new LinkedHashMap<>();
    shown.forEach(r -> weights.put(r, 0.0));
    mix.get()
        .weights()
        .forEach((tokens, w) -> weights.merge(row(shown, template, tokens), w / all, Double::sum));
    return weights.entrySet().stream()
        .map(
            e ->
                new Weighted(
                    e.getKey(),
                    e.getValue() > 0 ? OptionalDouble.of(e.getValue()) : OptionalDouble.empty()))
        .toList();
  }

  /** The decode row of that batch, padded to a captured size where the trace shows a larger one. */
  private MessageRow row(List<MessageRow> shown, MessageRow template, long tokens) {
    long bytes = tokens * traffic.bytesPerToken().get().value();
    return shown.stream()
        .filter(r -> isPhase(r, Phase.DECODE) && hasShape(r, template))
        .filter(r -> r.bytes() >= bytes)
        .min(Comparator.comparingLong(MessageRow::bytes))
        .orElseGet(() -> eager(template, tokens, bytes));
  }

  /** A batch above the largest captured size runs outside graphs, with its own number of tokens. */
  private MessageRow eager(MessageRow template, long tokens, long bytes) {
    return new MessageRow(
        template.group(),
        template.collective(),
        template.dataType(),
        template.redOp(),
        template.nRanks(),
        template.nNodes(),
        bytes,
        Optional.empty(),
        Optional.empty(),
        0,
        1,
        0,
        0,
        0,
        Optional.of(new Figure(tokens, traffic.bytesPerToken().get().basis(), false)),
        template.callsPerPass(),
        Optional.empty(),
        List.of());
  }

  /**
   * One row a key: of communicators whose calls of a pass are known, else of all, the one that
   * logged it most.
   */
  private Map<Key, MessageRow> merged() {
    Map<Key, MessageRow> rows = new LinkedHashMap<>();
    for (MessageRow row : traffic.rows()) {
      if (Predictor.isPredictable(row)) {
        Key key =
            new Key(
                row.nRanks(),
                row.nNodes(),
                row.bytes(),
                row.phase(),
                row.regBuff(),
                row.numPipeOps());
        rows.merge(key, row, MixRows::better);
      }
    }
    return rows;
  }

  private static MessageRow better(MessageRow a, MessageRow b) {
    if (isCounted(a) != isCounted(b)) {
      return isCounted(b) ? b : a;
    }
    return b.callsPerRank() > a.callsPerRank() ? b : a;
  }

  private static boolean isCounted(MessageRow row) {
    return row.callsPerPass().filter(c -> !c.isUpperBound()).isPresent();
  }

  private static boolean hasShape(MessageRow row, MessageRow template) {
    return row.nRanks() == template.nRanks() && row.nNodes() == template.nNodes();
  }

  private static boolean isPhase(MessageRow row, Phase phase) {
    return row.phase().isPresent() && row.phase().get() == phase;
  }
}
