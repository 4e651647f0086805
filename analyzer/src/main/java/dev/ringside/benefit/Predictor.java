package dev.ringside.benefit;

import dev.ringside.cost.CurveSet;
import dev.ringside.cost.MeasuredHost;
import dev.ringside.summary.CommunicatorGroup;
import dev.ringside.summary.MessageRow;
import dev.ringside.summary.Traffic;
import dev.ringside.summary.TransportClass;
import dev.ringside.trace.record.Collective;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Predicts what a tuner file changes: choices by size, savings by measured curves, a verdict for
 * each {@link Scenario}.
 *
 * <pre>{@code
 * Prediction prediction =
 *     Predictor.predict(
 *         new PredictionInput(
 *             traffic,
 *             Optional.of(TunerFile.builtin(TunerFile.EPYC_TURIN)),
 *             curves,
 *             Optional.empty(),
 *             Optional.empty()));
 * Verdict verdict = prediction.headline().verdict();
 * }</pre>
 */
public final class Predictor {

  private record Shape(int nRanks, int nNodes, Optional<TransportClass> transport) {}

  private final PredictionInput input;
  private final Traffic traffic;
  private final GroupModels models;
  private final Optional<BatchMix> mix;
  private final StepTimes stepTimes;
  private final List<CurveSet> curveSets;
  private final Map<Shape, Curves> curves = new LinkedHashMap<>();

  private Predictor(PredictionInput input) {
    this.input = input;
    this.traffic = input.traffic();
    this.models = new GroupModels(traffic, input.published());
    Optional<EngineMix> engine = EngineMix.of(traffic);
    this.mix = input.mix().or(() -> engine.flatMap(EngineMix::mix));
    this.stepTimes = new StepTimes(engine, traffic.bytesPerToken());
    this.curveSets = new ArrayList<>(input.curves());
    input.published().ifPresent(p -> curveSets.addAll(p.curves()));
  }

  public static Prediction predict(PredictionInput input) {
    return new Predictor(input).run();
  }

  /** Those that may speak for some communicator of the traffic. */
  public static List<CurveSet> usable(Traffic traffic, List<CurveSet> curves) {
    Prediction untuned =
        predict(
            new PredictionInput(
                traffic, Optional.empty(), curves, Optional.empty(), Optional.empty()));
    return untuned.calibrations().stream()
        .filter(u -> u.match().isUsable())
        .map(CalibrationUse::curves)
        .distinct()
        .toList();
  }

  private Prediction run() {
    List<SizeRow> rows =
        new MixRows(traffic, mix)
            .rows().stream()
                .map(r -> predict(r.message(), r.weight()))
                .sorted(
                    Comparator.comparingInt(SizeRow::nRanks)
                        .thenComparingInt(SizeRow::nNodes)
                        .thenComparing(SizeRow::isOutsideDecode)
                        .thenComparingLong(SizeRow::bytes))
                .toList();
    List<SizeRow> leftOut = rows.stream().filter(Predictor::isLeftOut).toList();
    List<CalibrationUse> uses = curves.values().stream().flatMap(c -> c.uses().stream()).toList();
    return new Prediction(verdicts(rows, uses), rows, leftOut, uses, mix);
  }

  private List<ScenarioVerdict> verdicts(List<SizeRow> rows, List<CalibrationUse> uses) {
    boolean hasCurves = uses.stream().anyMatch(u -> u.match().isUsable());
    Judge judge = new Judge(rows, mix, hasCurves);
    boolean outOfPath = new EnginePath(traffic, rows).isNcclOutOfDecode();
    return Arrays.stream(Scenario.values())
        .map(
            s -> {
              if (outOfPath) {
                return judge.fixed(s, Verdict.NOT_IN_PATH, Reason.ENGINE_CARRIES_ALL);
              }
              if (rows.isEmpty()) {
                return judge.fixed(s, Verdict.CANNOT_TELL, Reason.NO_TRAFFIC);
              }
              return input.tuner().isEmpty()
                  ? judge.fixed(s, Verdict.CANNOT_TELL, Reason.NO_TUNER)
                  : judge.judge(s);
            })
        .toList();
  }

  private static boolean isLeftOut(SizeRow row) {
    return Arrays.stream(Scenario.values())
        .anyMatch(s -> VerdictTable.isLeftOut(Judge.evidence(row, s)));
  }

  private SizeRow predict(MessageRow row, OptionalDouble weight) {
    CommunicatorGroup group = traffic.group(row);
    GroupModel model = models.of(group);
    int nNodes = model.context().nNodes();
    Curves shaped =
        curves.computeIfAbsent(
            new Shape(row.nRanks(), nNodes, group.transportClass()), this::curvesOf);
    Rules rules = new Rules(input.tuner(), row.nRanks(), nNodes);
    return new SizeModel(model, rules, shaped, stepTimes).predict(row, weight);
  }

  private Curves curvesOf(Shape shape) {
    Optional<String> nccl =
        traffic.ncclVersions().size() == 1
            ? Optional.of(traffic.ncclVersions().get(0))
            : Optional.empty();
    List<String> gpus = traffic.host().getOrDefault("gpu", List.of());
    Optional<String> gpu = gpus.size() == 1 ? Optional.of(gpus.get(0)) : Optional.empty();
    MeasuredHost trace = new MeasuredHost(gpu, shape.transport(), nccl);
    return new Curves(curveSets, shape.nRanks(), shape.nNodes(), trace);
  }

  static boolean isPredictable(MessageRow row) {
    return row.collective() == Collective.ALL_REDUCE && row.nRanks() > 1;
  }
}
