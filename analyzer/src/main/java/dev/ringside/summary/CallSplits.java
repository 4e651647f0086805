package dev.ringside.summary;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.KernelSummary;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** Counts the calls of each operation by whatever identity the inputs support. */
final class CallSplits {
  private final RankEvidence ranks;
  private final Grouping grouping;
  private final Map<Collective, Op> ops = new LinkedHashMap<>();
  private final Set<String> hosts = new HashSet<>();

  private static final class Op {
    long calls;
    final Map<Long, Long> bytes = new TreeMap<>();
    final Map<Integer, Long> perRank = new TreeMap<>();
    final Map<Integer, Long> perDevice = new TreeMap<>();
    final Map<String, Long> perProcess = new TreeMap<>();
    final Map<String, Long> perHost = new TreeMap<>();
    boolean hasAllRanks = true;
    boolean hasAllDevices = true;
    long distinct;
    boolean hasUndecided;
  }

  CallSplits(RankEvidence ranks, Grouping grouping) {
    this.ranks = ranks;
    this.grouping = grouping;
    grouping.groups().forEach(this::add);
  }

  /** Ranks of one communicator log the same operation once each. */
  private void add(String group, List<Member> members) {
    Map<MessageKey, Long> most = new TreeMap<>();
    members.forEach(m -> add(m, most));
    most.forEach(
        (message, calls) -> {
          Op op = ops.get(message.collective());
          op.distinct += calls;
          op.hasUndecided |= grouping.isUndecided(group);
        });
  }

  private void add(Member m, Map<MessageKey, Long> mostInGroup) {
    Map<MessageKey, Long> own = new TreeMap<>();
    Map<Collective, Long> calls = new EnumMap<>(Collective.class);
    for (CallStats c : m.calls()) {
      CallKey k = c.key();
      own.merge(MessageKey.of(k), c.calls(), Long::sum);
      calls.merge(k.collective(), c.calls(), Long::sum);
      Op op = ops.computeIfAbsent(k.collective(), o -> new Op());
      op.bytes.merge(k.bytes(), c.calls(), Long::sum);
      op.hasAllDevices &= k.device() >= 0;
      op.perDevice.merge(k.device(), c.calls(), Long::sum);
    }
    own.forEach((message, n) -> mostInGroup.merge(message, n, Math::max));
    // What the rank follows from may be all calls of the member.
    OptionalInt rank = ranks.rankOf(m);
    calls.forEach((collective, n) -> split(ops.get(collective), m.id(), rank, n));
    if (!calls.isEmpty()) {
      hosts.add(m.id().host());
    }
  }

  private static void split(Op op, CommunicatorId id, OptionalInt rank, long calls) {
    op.calls += calls;
    rank.ifPresent(r -> op.perRank.merge(r, calls, Long::sum));
    op.hasAllRanks &= rank.isPresent();
    String host = id.host();
    int address = host.indexOf('@');
    String name = address < 0 ? host : host.substring(0, address);
    String place = address < 0 ? host : host.substring(address + 1);
    op.perProcess.merge(place + '/' + id.pid(), calls, Long::sum);
    op.perHost.merge(name, calls, Long::sum);
  }

  Map<String, CallCounts> counts(List<WholeSource> sources) {
    Map<String, CallCounts> out = new TreeMap<>();
    ops.forEach(
        (op, n) -> {
          if (op != Collective.UNKNOWN) {
            out.put(op.ncclName(), counts(n));
          }
        });
    for (WholeSource s : sources) {
      for (RareLine line : s.piece().rare().lines()) {
        if (line.record() instanceof KernelSummary k) {
          KernelOperation.of(k.name())
              .ifPresent(op -> out.putIfAbsent(op.ncclName(), CallCounts.uncounted()));
        }
      }
    }
    return out;
  }

  private CallCounts counts(Op n) {
    boolean isOneHost = hosts.size() == 1;
    boolean hasHosts = !n.perHost.containsKey("");
    return new CallCounts(
        OptionalLong.of(n.calls),
        Optional.of(n.bytes),
        n.hasAllRanks ? Optional.of(n.perRank) : Optional.empty(),
        isOneHost && n.hasAllDevices ? Optional.of(n.perDevice) : Optional.empty(),
        hasHosts ? Optional.of(n.perProcess) : Optional.empty(),
        hasHosts ? Optional.of(n.perHost) : Optional.empty(),
        n.hasUndecided ? OptionalLong.empty() : OptionalLong.of(n.distinct));
  }
}
