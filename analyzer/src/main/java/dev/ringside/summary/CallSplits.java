package dev.ringside.summary;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.KernelSummary;
import java.util.ArrayList;
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
    final Map<List<Object>, Long> mostInGroup = new LinkedHashMap<>();
  }

  CallSplits(List<Member> members, RankEvidence ranks, Grouping grouping) {
    this.ranks = ranks;
    this.grouping = grouping;
    members.forEach(this::add);
  }

  private void add(Member m) {
    Map<List<Object>, Long> own = new LinkedHashMap<>();
    // What the rank follows from may be all calls of the member.
    OptionalInt rank = ranks.rankOf(m);
    String group = grouping.keyOf(m);
    for (CallStats c : m.calls()) {
      CallKey k = c.key();
      Op op = ops.computeIfAbsent(k.collective(), o -> new Op());
      op.calls += c.calls();
      op.bytes.merge(k.bytes(), c.calls(), Long::sum);
      split(op, m, rank, c);
      own.merge(
          List.of(k.collective(), k.dataType(), k.redOp(), k.count(), group), c.calls(), Long::sum);
    }
    own.forEach(
        (message, calls) ->
            ops.get((Collective) message.get(0)).mostInGroup.merge(message, calls, Math::max));
    if (!m.calls().isEmpty()) {
      hosts.add(m.id().host());
    }
  }

  private static void split(Op op, Member m, OptionalInt rank, CallStats c) {
    rank.ifPresent(r -> op.perRank.merge(r, c.calls(), Long::sum));
    op.hasAllRanks &= rank.isPresent();
    int device = c.key().device();
    op.hasAllDevices &= device >= 0;
    op.perDevice.merge(device, c.calls(), Long::sum);
    String host = m.id().host();
    int address = host.indexOf('@');
    String name = address < 0 ? host : host.substring(0, address);
    String place = address < 0 ? host : host.substring(address + 1);
    op.perProcess.merge(place + '/' + m.id().pid(), c.calls(), Long::sum);
    op.perHost.merge(name, c.calls(), Long::sum);
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
        distinct(n));
  }

  /** Ranks of one communicator log the same operation once each. */
  private OptionalLong distinct(Op n) {
    List<Object> undecided = new ArrayList<>();
    for (List<Object> message : n.mostInGroup.keySet()) {
      if (grouping.isUndecided((String) message.get(4))) {
        undecided.add(message);
      }
    }
    return undecided.isEmpty()
        ? OptionalLong.of(n.mostInGroup.values().stream().mapToLong(Long::longValue).sum())
        : OptionalLong.empty();
  }
}
