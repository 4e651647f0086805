package dev.ringside.report;

import dev.ringside.benefit.CalibrationUse;
import dev.ringside.benefit.Lever;
import dev.ringside.benefit.Levers;
import dev.ringside.benefit.Prediction;
import dev.ringside.benefit.ScenarioVerdict;
import dev.ringside.benefit.Verdict;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.CurveSource;
import dev.ringside.summary.CommunicatorGroup;
import dev.ringside.summary.EngineFacts;
import dev.ringside.summary.Figure;
import dev.ringside.summary.GraphStep;
import dev.ringside.summary.MessageRow;
import dev.ringside.summary.Traffic;
import dev.ringside.trace.record.GraphLaunches;
import dev.ringside.tuner.TunerFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Puts a report together from what was read and predicted. */
public final class ReportAssembler {
  private static final List<String> MODEL_SETTINGS = List.of("model", "model_path");

  private final ReportInput given;
  private final Traffic traffic;
  private final Prediction prediction;
  private final List<Report.Size> sizes;

  private ReportAssembler(ReportInput given) {
    this.given = given;
    this.traffic = given.input().traffic();
    this.prediction = given.prediction();
    boolean isJudged = given.input().tuner().isPresent();
    ReportRows rows = new ReportRows(traffic, prediction.calibrations());
    this.sizes = prediction.rows().stream().map(r -> rows.size(r, isJudged)).toList();
  }

  /** For the terminal, JSON and CSV. */
  public static Report assemble(ReportInput given) {
    return new ReportAssembler(given).report(List.of());
  }

  /** Also with what the page's what-if panel computes with, which takes a while. */
  public static Report assembleForPage(ReportInput given) {
    return new ReportAssembler(given).report(WhatIfRows.of(given.input()));
  }

  private Report report(List<Report.WhatIf> whatIf) {
    Optional<TunerFile> tuner = given.input().tuner();
    ScenarioVerdict headline = prediction.headline();
    return new Report(
        headline.verdict().jsonName(),
        basis(headline),
        Sentence.of(headline, sizes, tuner.map(TunerFile::name).orElse("no tuner file")),
        headline.settlement().map(s -> s.text()).orElse(""),
        given.version(),
        new Report.Nccl(traffic.ncclVersions(), traffic.cudaVersions()),
        model(),
        tuner.map(ReportAssembler::tuner).orElse(new Report.Tuner("", List.of())),
        path(),
        given.sources().stream().map(s -> new Report.Input(s.name(), s.kind())).toList(),
        prediction.calibrations().stream().map(ReportAssembler::calibration).toList(),
        traffic.groups().stream().map(ReportAssembler::group).toList(),
        prediction.scenarios().stream().map(v -> ReportRows.scenario(v, sizes)).toList(),
        sizes,
        mix(),
        traffic.graphSteps().stream().map(ReportAssembler::graphStep).toList(),
        curves(),
        tuner.map(t -> ZoneRows.of(given.input(), t)).orElse(List.of()),
        whatIf,
        Levers.of(given.input(), prediction).stream().map(ReportAssembler::lever).toList(),
        given.findings(),
        given.checklist(),
        traffic.losses().stream().map(ReportAssembler::loss).toList(),
        given.command());
  }

  /** What was measured; where nothing had to be, what NCCL's own choice is known from. */
  private String basis(ScenarioVerdict headline) {
    return headline
        .basis()
        .map(b -> b.jsonName())
        .orElseGet(
            () ->
                headline.verdict() == Verdict.NO_EFFECT
                    ? sizes.stream()
                        .filter(Report.Size::isDecode)
                        .map(s -> s.own().basis())
                        .distinct()
                        .reduce((a, b) -> a + ", " + b)
                        .orElse("")
                    : "");
  }

  private Report.Model model() {
    Optional<EngineFacts> engine = traffic.engines().stream().findFirst();
    String name =
        engine.stream()
            .flatMap(e -> MODEL_SETTINGS.stream().map(k -> e.settings().getOrDefault(k, "")))
            .filter(v -> !v.isEmpty())
            .findFirst()
            .orElse("");
    return new Report.Model(
        name,
        engine.map(e -> (e.name() + " " + e.version()).strip()).orElse(""),
        hidden(),
        fact(traffic.bytesPerToken()),
        callsPerPass());
  }

  /** Elements a token: the bytes of a token over the size of the type that decode rows have. */
  private Report.Fact hidden() {
    return traffic
        .bytesPerToken()
        .flatMap(
            token ->
                Hypothetical.templates(traffic).stream()
                    .map(MessageRow::dataType)
                    .findFirst()
                    .map(
                        type ->
                            new Report.Fact(
                                token.value() / type.bytes(), token.basis().jsonName())))
        .orElse(Report.Fact.UNKNOWN);
  }

  private Report.Fact callsPerPass() {
    List<Figure> calls =
        Hypothetical.templates(traffic).stream()
            .map(MessageRow::callsPerPass)
            .flatMap(Optional::stream)
            .distinct()
            .toList();
    return calls.size() == 1 ? fact(Optional.of(calls.get(0))) : Report.Fact.UNKNOWN;
  }

  private static Report.Fact fact(Optional<Figure> figure) {
    return figure
        .map(f -> new Report.Fact(f.value(), f.basis().jsonName()))
        .orElse(Report.Fact.UNKNOWN);
  }

  private static Report.Tuner tuner(TunerFile file) {
    StringBuilder text = new StringBuilder();
    try {
      file.write(text, List.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Report.Tuner(
        file.name(), text.toString().lines().filter(l -> !l.startsWith("#")).toList());
  }

  private Report.Path path() {
    List<String> evidence = new ArrayList<>();
    evidence.addAll(backends(true));
    evidence.addAll(backends(false));
    List<Report.Size> decode = sizes.stream().filter(Report.Size::isDecode).toList();
    long known = decode.stream().filter(s -> !s.phase().isEmpty()).count();
    if (prediction.headline().verdict() == Verdict.NOT_IN_PATH) {
      return new Report.Path("not-in-path", evidence);
    }
    if (known == 0) {
      if (!sizes.isEmpty()) {
        evidence.add(
            0,
            "NCCL ran AllReduces of "
                + sizes.size()
                + (sizes.size() == 1 ? " size" : " sizes")
                + ", none of them known to be decode");
      }
      return new Report.Path("unknown", evidence);
    }
    evidence.add(0, "NCCL logged AllReduces of " + known + " decode sizes");
    return new Report.Path("in-path", evidence);
  }

  /** What the engines say of their own all-reduces: those in use, or the others. */
  private List<String> backends(boolean active) {
    List<String> lines = new ArrayList<>();
    for (EngineFacts e : traffic.engines()) {
      for (EngineFacts.Backend b : e.backends()) {
        if (b.active() == active) {
          lines.add(
              e.name()
                  + ": all-reduce "
                  + b.name()
                  + (active ? " is active" : " is off")
                  + (b.cause().isEmpty() ? "" : ": " + b.cause()));
        }
      }
    }
    return lines;
  }

  private static Report.Calibration calibration(CalibrationUse use) {
    CurveSet set = use.curves();
    List<String> files = set.sources().stream().map(CurveSource::file).distinct().toList();
    List<String> curves =
        set.sources().stream()
            .map(s -> s.key().choice().label() + " (" + s.choiceFrom() + ")")
            .distinct()
            .toList();
    return new Report.Calibration(
        files,
        set.basis().jsonName(),
        use.nRanks(),
        curves,
        join(use.match().refusals().stream()),
        join(use.match().remarks().stream()),
        use.match().notChecked());
  }

  private static String join(Stream<String> texts) {
    return String.join(", ", texts.distinct().toList());
  }

  private static Report.Group group(CommunicatorGroup g) {
    return new Report.Group(
        g.key(),
        g.nRanks(),
        g.nNodes(),
        g.ranksSeen(),
        g.transportClass().map(t -> t.name().toLowerCase(Locale.ROOT)).orElse(""));
  }

  private List<Report.Batch> mix() {
    return prediction
        .mix()
        .map(
            m -> {
              double all = m.weights().values().stream().mapToDouble(w -> w).sum();
              return m.weights().entrySet().stream()
                  .map(e -> new Report.Batch(e.getKey(), e.getValue() / all, m.basis().jsonName()))
                  .toList();
            })
        .orElse(List.of());
  }

  private List<Report.Curve> curves() {
    List<Report.Curve> curves = new ArrayList<>();
    for (int i = 0; i < prediction.calibrations().size(); i++) {
      CalibrationUse u = prediction.calibrations().get(i);
      int calibration = i;
      if (u.match().isUsable()) {
        u.curves().keys().stream()
            .filter(k -> k.nRanks() == u.nRanks() && k.nNodes() == u.nNodes())
            .forEach(k -> curves.add(ReportRows.curve(u.curves(), k, calibration)));
      }
    }
    return curves;
  }

  private static Report.GraphStep graphStep(GraphStep s) {
    GraphLaunches.Share share = s.allReduceShare();
    return new Report.GraphStep(
        s.launches(),
        s.allReduces(),
        s.stepUs(),
        new Report.Range(100 * share.low(), 100 * share.mid(), 100 * share.high()));
  }

  private static Report.Lever lever(Lever l) {
    Optional<Lever.Measured> measured = l.measured();
    return new Report.Lever(
        l.code().jsonName(),
        l.effect(),
        l.basis().map(b -> b.jsonName()).orElse(""),
        l.evidence(),
        measured.map(m -> WhatIfRows.name(m.choice())).orElse(""),
        measured.map(Lever.Measured::bestBytes).orElse(-1L),
        ReportRows.range(measured.map(Lever.Measured::savingUs)),
        ReportRows.range(measured.flatMap(Lever.Measured::stepSavingPct)),
        l.command());
  }

  private static Report.Loss loss(dev.ringside.trace.record.Loss l) {
    return new Report.Loss(l.name(), l.severity().jsonName(), l.source(), l.offset(), l.detail());
  }
}
