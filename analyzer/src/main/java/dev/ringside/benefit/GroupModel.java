package dev.ringside.benefit;

import dev.ringside.cost.CostContext;
import dev.ringside.cost.CostTable;
import dev.ringside.cost.CostedCall;
import dev.ringside.cost.ModelChoice;
import dev.ringside.cost.NcclChoice;
import dev.ringside.cost.PublishedProfile;
import dev.ringside.summary.CommunicatorGroup;
import dev.ringside.summary.MessageRow;
import dev.ringside.summary.ObservedChoice;
import dev.ringside.summary.TransportClass;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import dev.ringside.tuner.TunerRule;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What NCCL does of itself in one communicator, and what it leaves to a tuner, for AllReduce. */
final class GroupModel {

  private final CommunicatorGroup group;
  private final CostContext context;
  private final NcclChoice chooser;
  private final List<CostTable> tables;
  private final ChoiceBasis basis;
  private final Optional<PublishedProfile> published;
  private final boolean hasForeignTuner;
  private final KernelChoices kernels;
  private final Channels channels;

  /**
   * Of a communicator with known size.
   *
   * @param rebuilt tables that its graph search allows where the log prints none: one for each GPU
   *     that it may have
   * @param hasForeignTuner whether a tuner plugin was in force, so that tuning lines do not show
   *     NCCL's own choice
   */
  GroupModel(
      CommunicatorGroup group,
      CostContext context,
      Channels channels,
      List<CostTable> rebuilt,
      boolean hasForeignTuner,
      KernelChoices kernels,
      Optional<PublishedProfile> published) {
    this.group = group;
    this.context = context;
    this.chooser = NcclChoice.of(context);
    Optional<CostTable> printed =
        group.costs().flatMap(costs -> CostTable.ofPrinted(costs, Collective.ALL_REDUCE));
    this.tables = printed.map(List::of).orElse(rebuilt);
    this.basis = printed.isPresent() ? ChoiceBasis.TABLE : ChoiceBasis.MODEL;
    this.published = published;
    this.hasForeignTuner = hasForeignTuner;
    this.kernels = kernels;
    this.channels = channels;
  }

  CostContext context() {
    return context;
  }

  /** What a rule makes of a message. */
  Choice ruled(TunerRule rule, MessageRow row) {
    boolean changed = channels.isChangedBy(rule, row);
    return new Choice(rule.algorithm(), rule.protocol(), changed ? rule.channels() : 0);
  }

  /** What runs without the tuner file. */
  Optional<OwnChoice> own(MessageRow row) {
    if (!hasForeignTuner && !row.choices().isEmpty()) {
      ObservedChoice seen = row.choices().get(0);
      return Optional.of(
          new OwnChoice(Choice.of(seen.algorithm(), seen.protocol()), ChoiceBasis.OBSERVED, false));
    }
    Optional<OwnChoice> computed =
        agreed(
            t ->
                chooser
                    .choose(t, call(row))
                    .map(c -> new OwnChoice(choice(c), basis, c.isClose())));
    Optional<OwnChoice> own = basis == ChoiceBasis.TABLE ? computed : Optional.empty();
    return own.or(() -> ownByKernel(row)).or(() -> computed).or(() -> ownPublished(row.bytes()));
  }

  private Optional<OwnChoice> ownByKernel(MessageRow row) {
    return hasForeignTuner
        ? Optional.empty()
        : kernels.of(row).map(c -> new OwnChoice(c, ChoiceBasis.KERNEL, false));
  }

  private Optional<OwnChoice> ownPublished(long bytes) {
    return published
        .flatMap(p -> p.ownChoice(context.nRanks(), context.nNodes(), bytes))
        .map(
            c ->
                new OwnChoice(
                    Choice.of(c.algorithm(), c.protocol()), ChoiceBasis.PUBLISHED, false));
  }

  /** What NCCL takes of itself once LL128 is switched on. */
  Optional<Choice> ownWithLl128(MessageRow row) {
    Optional<Choice> own = own(row).map(OwnChoice::choice);
    Optional<Choice> lifted =
        agreed(t -> chooser.choose(t.withLl128(context), call(row)).map(GroupModel::choice))
            .filter(c -> c.protocol() == Protocol.LL128);
    return lifted.or(() -> own);
  }

  /** Whether a rule for the entry is followed. */
  Allowance allowance(Scenario scenario, MessageRow row, Algorithm a, Protocol p) {
    Optional<Boolean> open =
        agreed(
            t -> {
              CostTable in = scenario == Scenario.LL128_ALLOWED ? t.withLl128(context) : t;
              return Optional.of(chooser.isOpen(in, call(row), a, p));
            });
    if (open.isPresent()) {
      return open.get() ? Allowance.ALLOWED : Allowance.FORBIDDEN;
    }
    if (a != Algorithm.RING && a != Algorithm.TREE) {
      return Allowance.UNKNOWN;
    }
    boolean isLl128 = p == Protocol.LL128;
    return isLl128 && scenario == Scenario.AS_ALLOWED ? ll128Allowance() : Allowance.ALLOWED;
  }

  /** Without a table: NCCL's gate asks for NVLink between all GPUs of a node. */
  private Allowance ll128Allowance() {
    if (published.isPresent() && published.get().forbidden().contains(Protocol.LL128)) {
      return Allowance.FORBIDDEN;
    }
    boolean throughHost =
        group.transportClass().isPresent() && group.transportClass().get() == TransportClass.SHM;
    return throughHost ? Allowance.FORBIDDEN : Allowance.UNKNOWN;
  }

  /** What all tables say alike; empty without a table. */
  private <T> Optional<T> agreed(Function<CostTable, Optional<T>> question) {
    List<Optional<T>> answers = tables.stream().map(question).distinct().toList();
    return answers.size() == 1 ? answers.get(0) : Optional.empty();
  }

  private static CostedCall call(MessageRow row) {
    return new CostedCall(
        row.collective(), row.dataType(), row.redOp(), row.bytes(), row.numPipeOps());
  }

  private static Choice choice(ModelChoice c) {
    return Choice.of(c.algorithm(), c.protocol());
  }
}
