package dev.ringside.report;

import dev.ringside.doctor.CheckedItem;
import java.util.List;
import java.util.Map;

/**
 * Everything that {@code ringside report} says: each rendering shows this and adds nothing. Unknown
 * is NaN for a figure, -1 for a count and empty for a word; JSON shows all of them as {@code null}.
 *
 * @param verdict one of the words of the verdict table, such as {@code hurts}
 * @param basis what the headline rests on: {@code step}, {@code isolated}, {@code published}
 * @param sentence the verdict as one sentence, with its interval
 * @param settle file or command that would settle what is open
 * @param version release of ringside
 */
public record Report(
    String verdict,
    String basis,
    String sentence,
    String settle,
    String version,
    Nccl nccl,
    Model model,
    Tuner tuner,
    Path path,
    List<Input> inputs,
    List<Calibration> calibrations,
    List<Group> communicators,
    List<Scenario> scenarios,
    List<Size> sizes,
    List<Batch> batchMix,
    List<GraphStep> graphSteps,
    List<Curve> curves,
    List<Zone> zones,
    List<WhatIf> whatIf,
    List<Lever> levers,
    List<Finding> findings,
    List<CheckedItem> checklist,
    List<Loss> losses,
    List<String> reproduce) {

  /** A value that lies between {@code low} and {@code high}; all NaN where unknown. */
  public record Range(double low, double mid, double high) {
    public static final Range UNKNOWN = new Range(Double.NaN, Double.NaN, Double.NaN);

    public boolean isKnown() {
      return !Double.isNaN(mid);
    }
  }

  /** A number with what it rests on. */
  public record Fact(long value, String basis) {
    public static final Fact UNKNOWN = new Fact(-1, "");

    public boolean isKnown() {
      return value >= 0;
    }
  }

  /** Releases as printed, more than one where processes differ. */
  public record Nccl(List<String> versions, List<String> cuda) {}

  /**
   * The model behind the traffic.
   *
   * @param name empty unknown
   * @param engine such as {@code sglang}
   */
  public record Model(
      String name, String engine, Fact hidden, Fact bytesPerToken, Fact callsPerPass) {}

  /** The tuner file judged; {@code name} empty for none. {@code rules} as in the file. */
  public record Tuner(String name, List<String> rules) {}

  /**
   * Whether NCCL carries these sizes.
   *
   * @param state {@code in-path}, {@code not-in-path} or {@code unknown}
   * @param evidence the lines that say so
   */
  public record Path(String state, List<String> evidence) {}

  /** One input: its name and the kind that detection took it for. */
  public record Input(String name, String kind) {}

  /**
   * Files that measured curves together.
   *
   * @param basis {@code step}, {@code isolated} or {@code published}
   * @param nRanks of the communicators it was asked about
   * @param curves the choices it measured, with where the pin was found
   * @param refused why it does not serve; empty where it does
   * @param remarks differences that do not refuse it; empty for none
   * @param notChecked properties that one side does not name
   */
  public record Calibration(
      List<String> files,
      String basis,
      int nRanks,
      List<String> curves,
      String refused,
      String remarks,
      List<String> notChecked) {

    public String name() {
      return FileNames.summary(files);
    }
  }

  /** A communicator over all its ranks. */
  public record Group(String id, int nRanks, int nNodes, int ranksSeen, String transport) {}

  /**
   * The answer under one scenario.
   *
   * @param name {@code as_allowed} or {@code ll128_allowed}
   * @param reason why this verdict
   * @param stepSavingPct of a step, weighted by the batch mix; unknown without one
   * @param savingUsPerStep the same in microseconds
   * @param figures the sizes that gain or lose most, where the headline does not name them
   * @param safeSharePct part of the gain that does not need LL128
   * @param settle what would settle it; empty where nothing is open
   */
  public record Scenario(
      String name,
      String verdict,
      String basis,
      String reason,
      String figures,
      Range stepSavingPct,
      Range savingUsPerStep,
      double safeSharePct,
      String settle) {}

  /**
   * A choice with its latency.
   *
   * @param us NaN under basis step: only differences are known
   * @param basis what the choice is known from; of an outcome, what its saving was measured by
   * @param calibration place in {@link Report#calibrations} of what measured {@code us}; -1 nothing
   * @param isClose whether the cost table that NCCL prints is too coarse to be sure of it
   */
  public record Choice(
      String algorithm,
      String protocol,
      double us,
      String basis,
      int calibration,
      boolean isClose) {
    public boolean isKnown() {
      return !algorithm.isEmpty();
    }

    /** {@code Ring/LL}. */
    public String label() {
      return algorithm + "/" + protocol;
    }
  }

  /**
   * A choice under a scenario and what it saves: a call, and of a step.
   *
   * @param rule line of the tuner file that decided; -1 where NCCL's own choice stays
   * @param differs whether it is another choice than NCCL's own without the file
   * @param calibration place in {@link Report#calibrations} of what measured the saving; -1 nothing
   */
  public record Outcome(
      Choice choice,
      int rule,
      boolean differs,
      Range savingUs,
      Range stepSavingPct,
      int calibration) {}

  /**
   * One message size.
   *
   * @param batch tokens of a pass; -1 unknown
   * @param phase {@code decode}, {@code prefill}, {@code eager} or empty
   * @param callsPerPass -1 unknown
   * @param callsAtMost whether {@code callsPerPass} is only an upper bound
   * @param loggedPasses -1 unknown
   * @param loggedCalls lines of the rank that logged most
   * @param basis what its times were measured by
   * @param stepUs whole step at this size under NCCL's own choice; NaN unknown
   * @param stepBasis where the step time is from
   * @param stepCalibration place in {@link Report#calibrations} of the sweep that it is from; -1
   *     where it is not from one
   * @param allReduceSharePct of a step that AllReduces take, by their latency alone
   * @param weight share of steps in the batch mix; NaN without one
   */
  public record Size(
      int nRanks,
      int nNodes,
      long bytes,
      long batch,
      String batchBasis,
      String phase,
      String phaseBasis,
      long callsPerPass,
      boolean callsAtMost,
      String callsBasis,
      long loggedPasses,
      String loggedPassesBasis,
      long loggedCalls,
      String basis,
      double stepUs,
      String stepBasis,
      int stepCalibration,
      Range allReduceSharePct,
      double weight,
      Choice own,
      Outcome asAllowed,
      Outcome ll128Allowed) {

    /** Whether it counts as decode: a size of unknown phase does, as in the verdict. */
    public boolean isDecode() {
      return phase.equals("decode") || phase.isEmpty();
    }
  }

  /**
   * Replayed steps that a profiler timed on one rank.
   *
   * @param allReduces AllReduces of NCCL in one step
   * @param stepUs median, host time included
   * @param allReduceSharePct percent of a step that they run, waiting for peers included
   */
  public record GraphStep(long launches, int allReduces, double stepUs, Range allReduceSharePct) {}

  /** One entry of the batch mix: share of its weight at one batch size, and where it is from. */
  public record Batch(long batch, double weight, String basis) {}

  /**
   * Measured latencies of one choice at one number of ranks.
   *
   * @param calibration place in {@link Report#calibrations}; -1 without such a list
   */
  public record Curve(
      String algorithm,
      String protocol,
      int nRanks,
      String basis,
      int calibration,
      List<CurvePoint> points) {}

  /** Latency of one size, microseconds, with its interval. */
  public record CurvePoint(long bytes, Range us) {}

  /**
   * A stretch of sizes with one choice of the tuner file.
   *
   * @param maxBytes inclusive; {@link Long#MAX_VALUE} without a bound
   * @param algorithm empty where the file leaves NCCL's own choice
   */
  public record Zone(
      String scenario,
      int nRanks,
      long minBytes,
      long maxBytes,
      String algorithm,
      String protocol) {}

  /**
   * What the page needs to try other rules at other batch sizes of one communicator shape.
   *
   * @param shownBatch the largest batch size that the trace shows
   * @param allowed by scenario, the choices that NCCL leaves open, such as {@code Ring/LL}
   * @param batches every batch size inside the measured range
   */
  public record WhatIf(
      int nRanks,
      int nNodes,
      long bytesPerToken,
      long callsPerPass,
      long shownBatch,
      Map<String, List<String>> allowed,
      List<WhatIfBatch> batches) {}

  /**
   * One batch size.
   *
   * @param own NCCL's own choice without a tuner
   * @param stays by scenario, what runs where no rule decides
   * @param savingUs by choice, microseconds a call against {@code own}
   */
  public record WhatIfBatch(
      long batch,
      double stepUs,
      String own,
      Map<String, String> stays,
      Map<String, Range> savingUs) {}

  /**
   * Something to try before or instead of the plugin.
   *
   * @param basis what the figures of the effect were measured by; empty where it has none
   * @param best the choice that curves of this host found best; empty for levers without curves
   * @param bestBytes the size that gains most by it; -1 without curves
   * @param command empty where there is none
   */
  public record Lever(
      String code,
      String effect,
      String basis,
      String evidence,
      String best,
      long bestBytes,
      Range savingUs,
      Range stepSavingPct,
      String command) {}

  /** A fault or remark with its place; {@code line} -1 where it has none. */
  public record Finding(
      String code, String severity, String file, long line, String text, String remedy) {}

  /** Input that could not be used. */
  public record Loss(String name, String severity, String file, long offset, String detail) {}
}
