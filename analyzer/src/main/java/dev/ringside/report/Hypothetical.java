package dev.ringside.report;

import dev.ringside.benefit.Prediction;
import dev.ringside.benefit.PredictionInput;
import dev.ringside.benefit.Predictor;
import dev.ringside.benefit.SizeRow;
import dev.ringside.summary.Figure;
import dev.ringside.summary.MessageRow;
import dev.ringside.summary.Phase;
import dev.ringside.summary.Traffic;
import dev.ringside.trace.record.Collective;
import dev.ringside.tuner.TunerFile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Asks the prediction about decode sizes that the trace does not show. */
final class Hypothetical {
  private final PredictionInput input;
  private final MessageRow template;
  private final Map<Long, MessageRow> shown = new HashMap<>();

  /** {@code template}: a decode row of the communicator asked about. */
  Hypothetical(PredictionInput input, MessageRow template) {
    this.input = input;
    this.template = template;
    input.traffic().rows().stream()
        .filter(r -> r.group().equals(template.group()) && isDecode(r))
        .forEach(r -> shown.put(r.bytes(), r));
  }

  /** The largest decode row of each communicator shape: number of ranks and nodes. */
  static List<MessageRow> templates(Traffic traffic) {
    Map<List<Integer>, MessageRow> largest = new HashMap<>();
    traffic.rows().stream()
        .filter(r -> r.nRanks() > 1 && isDecode(r))
        .forEach(
            r ->
                largest.merge(
                    List.of(r.nRanks(), r.nNodes()), r, (a, b) -> b.bytes() > a.bytes() ? b : a));
    return largest.values().stream()
        .sorted(Comparator.comparingInt(MessageRow::nRanks).thenComparingInt(MessageRow::nNodes))
        .toList();
  }

  private static boolean isDecode(MessageRow r) {
    return r.collective() == Collective.ALL_REDUCE
        && r.phase().filter(p -> p == Phase.DECODE).isPresent();
  }

  MessageRow template() {
    return template;
  }

  /** One row a size, by size. */
  List<SizeRow> predict(Collection<Long> sizes, TunerFile tuner) {
    List<MessageRow> rows = new ArrayList<>();
    sizes.stream().distinct().sorted().forEach(bytes -> rows.add(row(bytes)));
    Traffic asked = input.traffic().withRows(rows);
    Prediction prediction =
        Predictor.predict(
            new PredictionInput(
                asked, Optional.of(tuner), input.curves(), input.published(), Optional.empty()));
    return prediction.rows();
  }

  private MessageRow row(long bytes) {
    MessageRow r = shown.getOrDefault(bytes, template);
    Optional<Figure> batch =
        input
            .traffic()
            .bytesPerToken()
            .filter(b -> bytes % b.value() == 0)
            .map(b -> Figure.of(bytes / b.value(), b.basis()));
    return new MessageRow(
        r.group(),
        r.collective(),
        r.dataType(),
        r.redOp(),
        r.nRanks(),
        r.nNodes(),
        bytes,
        r.phase(),
        r.phaseBasis(),
        r.regBuff(),
        r.numPipeOps(),
        0,
        0,
        0,
        batch,
        r.callsPerPass(),
        Optional.empty(),
        r.bytes() == bytes ? r.choices() : List.of());
  }
}
