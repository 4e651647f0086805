package dev.ringside.summary;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.Protocol;
import dev.ringside.trace.record.RedOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Calls of logs that show what NCCL chose and not what was called: NCCL_DEBUG_SUBSYS with TUNING
 * and without COLL. From 2.24 on a tuning line stands for one call of rank 0 of a communicator
 * (NCCL src/enqueue.cc, scheduleCollTasksToPlan); earlier ones are about sums of calls and are not
 * used.
 */
final class TunedCalls {
  private TunedCalls() {}

  /**
   * The members of a source, one of them with such calls where the log has no calls of its own and
   * all communicators that it may be about have one size and one process: of two, each prints its
   * own calls.
   */
  static List<Member> placed(WholeSource source, List<Member> members) {
    boolean hasCalls = members.stream().anyMatch(m -> !m.calls().isEmpty());
    List<Member> writers = members.stream().filter(m -> m.rank() == 0 && m.nRanks() > 1).toList();
    boolean isOneSize =
        writers.stream().map(m -> m.nRanks() + " " + m.creation().nNodes()).distinct().count() == 1;
    boolean isOneProcess =
        writers.stream().map(m -> m.id().host() + " " + m.id().pid()).distinct().count() == 1;
    if (hasCalls || !isOneSize || !isOneProcess) {
      return members;
    }
    Member writer = writers.get(0);
    List<CallStats> calls =
        source.piece().tuned().stream().flatMap(t -> call(t, writer).stream()).toList();
    List<Member> all = new ArrayList<>(members);
    all.set(members.indexOf(writer), writer.with(joined(calls)));
    return all;
  }

  private static Optional<CallStats> call(TunedSize t, Member writer) {
    String[] words = t.choice().split("/", 2);
    Optional<Algorithm> algorithm = Algorithm.ofName(words[0]);
    Optional<Protocol> protocol = words.length < 2 ? Optional.empty() : Protocol.ofName(words[1]);
    boolean isOfOneCall = Double.isNaN(t.modelUs()) && t.collective() == Collective.ALL_REDUCE;
    if (!isOfOneCall || algorithm.isEmpty() || protocol.isEmpty()) {
      return Optional.empty();
    }
    CallKey key =
        new CallKey(
            t.collective(),
            DataType.UNKNOWN,
            t.bytes(),
            RedOp.SUM,
            writer.nRanks(),
            -1,
            writer.device(),
            -1);
    ChoiceKey choice = new ChoiceKey(algorithm.get(), protocol.get(), 0, Double.NaN);
    return Optional.of(
        new CallStats(
            key,
            t.count(),
            t.firstOffset(),
            RunEvidence.NONE,
            List.of(new ChoiceCount(choice, t.count()))));
  }

  /** One entry a size, whose lines may name several choices. */
  private static List<CallStats> joined(List<CallStats> calls) {
    List<CallStats> all = new ArrayList<>();
    for (CallStats c : calls) {
      int last = all.size() - 1;
      if (last >= 0 && all.get(last).key().equals(c.key())) {
        CallStats before = all.get(last);
        List<ChoiceCount> choices = new ArrayList<>(before.choices());
        choices.addAll(c.choices());
        all.set(
            last,
            new CallStats(
                c.key(),
                before.calls() + c.calls(),
                Math.min(before.firstOffset(), c.firstOffset()),
                RunEvidence.NONE,
                choices));
      } else {
        all.add(c);
      }
    }
    return all;
  }
}
