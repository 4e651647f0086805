package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.ringside.baseline.Baseline;
import dev.ringside.baseline.HealthLimits;
import dev.ringside.baseline.Side;
import dev.ringside.baseline.StoredBaseline;
import dev.ringside.benefit.PredictionInput;
import dev.ringside.benefit.Predictor;
import dev.ringside.doctor.Checklist;
import dev.ringside.doctor.Doctor;
import dev.ringside.doctor.Finding;
import dev.ringside.doctor.LocatedFinding;
import dev.ringside.report.BaselineText;
import dev.ringside.report.DoctorText;
import dev.ringside.report.InspectionJson;
import dev.ringside.report.InspectionText;
import dev.ringside.report.Report;
import dev.ringside.report.ReportAssembler;
import dev.ringside.report.ReportInput;
import dev.ringside.report.ReportJson;
import dev.ringside.report.Style;
import dev.ringside.report.TextReport;
import dev.ringside.sizing.ModelConfig;
import dev.ringside.summary.Inspection;
import dev.ringside.summary.Interpretation;
import dev.ringside.summary.SummaryPieces;
import dev.ringside.summary.TraceSummary;
import dev.ringside.summary.Traffic;
import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.TraceFiles;
import dev.ringside.tuner.TunerFile;
import dev.ringside.tuner.TunerRule;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/**
 * From any bytes to everything that is printed of them. Runs the seeds in {@code
 * AnalysisFuzzTestInputs} as plain tests; {@code mvn verify} searches on from them.
 */
class AnalysisFuzzTest {
  private static final ReadOptions ONE_THREAD = ReadOptions.DEFAULT.withThreads(1);

  @TempDir private Path dir;

  private static InputStream stream(byte[] data) {
    return new ByteArrayInputStream(data);
  }

  /** Whatever a log holds, where it is cut changes no count, and a stored summary is as good. */
  @FuzzTest(maxDuration = "30s")
  void piecesGiveTheWhole(byte[] data) throws IOException {
    Path file = Files.write(dir.resolve("log"), data);
    TraceSummary whole = summary(file, 1L << 40);
    int piece = data.length == 0 ? 1 : 1 + 4 * (data[0] & 0xff);

    assertThat(summary(file, piece)).as("pieces of %d bytes", piece).isEqualTo(whole);
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    whole.writeTo(json);
    assertThat(TraceSummary.readFrom(stream(json.toByteArray()), "log")).isEqualTo(whole);
  }

  private static TraceSummary summary(Path file, long pieceBytes) {
    SummaryPieces pieces = new SummaryPieces();
    TraceFiles.read(List.of(file), ONE_THREAD.withPieceBytes(pieceBytes), pieces);
    return pieces.summary();
  }

  @FuzzTest(maxDuration = "30s")
  void anyInputCanBeShown(byte[] data) throws IOException {
    SummaryPieces pieces = new SummaryPieces();
    TraceFiles.read(List.of(TraceFiles.STANDARD_INPUT), ONE_THREAD, pieces, stream(data));
    show(pieces.summary());
  }

  /** Summaries come from other machines. */
  @FuzzTest(maxDuration = "30s")
  void summaryDocument(byte[] data) throws IOException {
    TraceSummary summary;
    try {
      summary = TraceSummary.readFrom(stream(data), "summary.json");
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageStartingWith("summary.json: not a ringside summary");
      return;
    }
    show(summary.merge(TraceSummary.EMPTY));
  }

  private static void show(TraceSummary summary) throws IOException {
    Traffic traffic = Interpretation.of(summary, Optional.empty());
    List<Finding> findings = Doctor.examine(summary, traffic);
    List<LocatedFinding> located = findings.stream().map(f -> new LocatedFinding(f, -1)).toList();
    Inspection inspection = Inspection.of(summary);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    InspectionJson.write(inspection, located, out);
    new JsonMapper().readTree(out.toByteArray());
    harmless(InspectionText.lines(inspection, located, Style.PLAIN));
    harmless(DoctorText.lines(located, Checklist.of(summary, traffic), Style.PLAIN));
    PredictionInput input =
        new PredictionInput(
            traffic,
            Optional.of(TunerFile.builtin(TunerFile.EPYC_TURIN)),
            List.of(),
            Optional.empty(),
            Optional.empty());
    Report report =
        ReportAssembler.assemble(
            new ReportInput(
                traffic.sources(),
                input,
                Predictor.predict(input),
                FindingLines.forReport(findings, FindingLines.in(List.of())),
                Checklist.of(summary, traffic),
                List.of(),
                "test"));
    out.reset();
    ReportJson.write(report, out);
    new JsonMapper().readTree(out.toByteArray());
    harmless(TextReport.lines(report, Style.PLAIN));
  }

  /** Nothing of an input may steer a terminal. */
  private static void harmless(List<String> lines) {
    assertThat(lines).allSatisfy(l -> assertThat(l).doesNotContainPattern("\\p{Cntrl}"));
  }

  @FuzzTest(maxDuration = "30s")
  void tunerFile(byte[] data) throws IOException {
    TunerFile file;
    try {
      file = TunerFile.parse(stream(data), "t.csv");
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).startsWith("t.csv:").doesNotContain("\n");
      return;
    }
    StringBuilder written = new StringBuilder();
    file.write(written, List.of("again"));
    TunerFile again =
        TunerFile.parse(stream(written.toString().getBytes(StandardCharsets.UTF_8)), "t.csv");
    assertThat(again.rules())
        .usingRecursiveComparison()
        .ignoringFields("line")
        .isEqualTo(file.rules());
    assertThat(file.rules()).allMatch(AnalysisFuzzTest::isOrdered);
  }

  private static boolean isOrdered(TunerRule rule) {
    return rule.minBytes() <= rule.maxBytes() && rule.minBytes() >= 0;
  }

  @FuzzTest(maxDuration = "30s")
  void modelConfiguration(byte[] data) {
    try {
      ModelConfig.read(stream(data), "config.json");
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageStartingWith("config.json: ");
    }
  }

  @FuzzTest(maxDuration = "30s")
  void storedBaseline(byte[] data) {
    Side side;
    try {
      side = StoredBaseline.read(stream(data), "before.json");
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageStartingWith("before.json: not a stored baseline");
      return;
    }
    harmless(
        BaselineText.lines(
            Baseline.judge(List.of(side, side), HealthLimits.builtin(), List.of()), Style.PLAIN));
  }
}
