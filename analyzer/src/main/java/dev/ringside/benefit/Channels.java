package dev.ringside.benefit;

import dev.ringside.cost.CostContext;
import dev.ringside.cost.LaunchChannels;
import dev.ringside.summary.Communicator;
import dev.ringside.summary.CommunicatorGroup;
import dev.ringside.summary.MaxThreads;
import dev.ringside.summary.MessageRow;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.tuner.TunerRule;
import java.util.List;
import java.util.OptionalInt;

/** Whether the number of channels that a rule sets is another than NCCL's own at a size. */
final class Channels {

  // The threadThresholds line: Tree LL/LL128/Simple, Ring LL/LL128/Simple, then CollNet.
  private static final List<Algorithm> WITH_THRESHOLDS = List.of(Algorithm.TREE, Algorithm.RING);

  private final CostContext context;
  private final CommunicatorGroup group;
  private final List<Long> thresholds;

  Channels(CostContext context, CommunicatorGroup group, List<Communicator> sides) {
    this.context = context;
    this.group = group;
    this.thresholds =
        sides.stream()
            .map(Communicator::threadThresholds)
            .filter(t -> t.size() >= 6)
            .findFirst()
            .orElse(List.of());
  }

  /**
   * Also where NCCL's own number is not known. NCCL caps a rule's number at the communicator's, and
   * takes fewer of its own accord for a small message, which a rule's number replaces.
   */
  boolean isChangedBy(TunerRule rule, MessageRow row) {
    if (rule.channels() == 0) {
      return false;
    }
    OptionalInt own = own(rule, row);
    return own.isEmpty()
        || own.getAsInt() != dealt(rule, row, Math.min(rule.channels(), context.nChannels()));
  }

  private int dealt(TunerRule rule, MessageRow row, int channels) {
    return LaunchChannels.dealt(
        context.release(), row.collective(), rule.protocol(), row.bytes(), row.nRanks(), channels);
  }

  private OptionalInt own(TunerRule rule, MessageRow row) {
    int a = WITH_THRESHOLDS.indexOf(rule.algorithm());
    OptionalInt threads =
        group.costs().stream()
            .flatMap(c -> c.maxThreads().stream())
            .filter(t -> t.algorithm() == rule.algorithm() && t.protocol() == rule.protocol())
            .mapToInt(MaxThreads::threads)
            .findFirst();
    if (a < 0 || thresholds.isEmpty() || threads.isEmpty() || context.nChannels() < 1) {
      return OptionalInt.empty();
    }
    long threshold = thresholds.get(3 * a + rule.protocol().ordinal());
    return OptionalInt.of(
        LaunchChannels.own(
            context.release(),
            row.collective(),
            rule.protocol(),
            row.bytes(),
            row.nRanks(),
            new LaunchChannels.Limits(context.nChannels(), threads.getAsInt(), threshold)));
  }
}
