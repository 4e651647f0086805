package dev.ringside.summary;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Turns the tables of an open piece into records. */
final class PieceWriter {
  private final CallTable calls;
  private final OpenMembers members;
  private final CallKey[] keys;
  private final List<TreeMap<ChoiceKey, Long>> choicesOf = new ArrayList<>();

  PieceWriter(CallTable calls, ChoiceTable choices, OpenMembers members) {
    this.calls = calls;
    this.members = members;
    keys = new CallKey[calls.size()];
    for (int i = 0; i < keys.length; i++) {
      int writer = calls.writer(i);
      keys[i] = calls.key(i, members.device(writer), members.rank(writer));
      choicesOf.add(new TreeMap<>());
    }
    for (int i = 0; i < choices.size(); i++) {
      choicesOf.get((int) choices.about(i)).merge(choices.choice(i), choices.count(i), Long::sum);
    }
  }

  List<PointerHistory> pointers() {
    List<List<CallStats>> callsOf = callsByMember();
    return members.pointers().stream()
        .map(p -> pointer(p, callsOf))
        .sorted(Comparator.comparing(PointerHistory::key))
        .toList();
  }

  private List<List<CallStats>> callsByMember() {
    List<List<CallStats>> out = new ArrayList<>();
    for (OpenMembers.Pointer p : members.pointers()) {
      for (OpenMember m : p.members) {
        while (out.size() <= m.number) {
          out.add(new ArrayList<>());
        }
      }
    }
    long[] openCalls = openCalls();
    for (int i = 0; i < keys.length; i++) {
      List<ChoiceCount> choices = new ArrayList<>();
      choicesOf.get(i).forEach((c, n) -> choices.add(new ChoiceCount(c, n)));
      long total = calls.calls(i) + openCalls[i];
      out.get(calls.member(i))
          .add(new CallStats(keys[i], total, calls.firstOffset(i), calls.runs(i), choices));
    }
    out.forEach(l -> l.sort(Comparator.comparing(CallStats::key)));
    return out;
  }

  /** Calls of runs that are still going on: only finished runs are counted in the table. */
  private long[] openCalls() {
    long[] open = new long[keys.length];
    for (OpenMembers.Pointer p : members.pointers()) {
      for (OpenMember m : p.members) {
        if (m.message >= 0) {
          open[m.message] += m.length;
        }
      }
    }
    return open;
  }

  private PointerHistory pointer(OpenMembers.Pointer p, List<List<CallStats>> callsOf) {
    List<Incarnation> incarnations = new ArrayList<>();
    for (OpenMember m : p.members) {
      List<OpenMember.ShownRun> ends = m.ends();
      incarnations.add(
          new Incarnation(
              callsOf.get(m.number),
              ends.isEmpty() ? Optional.empty() : Optional.of(run(ends.get(0))),
              ends.size() < 2 ? Optional.empty() : Optional.of(run(ends.get(1))),
              m.firstRuns().stream().map(this::run).toList()));
    }
    return new PointerHistory(
        members.host(p.process),
        members.pid(p.process),
        p.comm,
        p.isCompleteFirst,
        p.creation,
        incarnations);
  }

  private Run run(OpenMember.ShownRun r) {
    return new Run(keys[r.message()], r.length(), r.offset(), r.isMarked());
  }

  List<ThreadHistory> threads(Collection<OpenThread> open) {
    Map<ThreadHistory.Key, ThreadHistory> out = new TreeMap<>();
    for (OpenThread t : open) {
      if (t.hasBlocks() || t.initLines > 0) {
        out.put(t.key, thread(t));
      }
    }
    return List.copyOf(out.values());
  }

  private ThreadHistory thread(OpenThread t) {
    Optional<ChoiceBlock> head = Optional.empty();
    Optional<ChoiceBlock> tail = Optional.empty();
    if (t.hasBlocks()) {
      List<PendingChoice> choices = t.headChoices();
      head =
          Optional.of(
              new ChoiceBlock(pending(t.headCalls()), t.isHeadAnswered(), choices.size(), choices));
    }
    if (t.hasTail()) {
      tail =
          Optional.of(
              new ChoiceBlock(
                  pending(t.pendingCalls()), t.isTailAnswered(), t.tailAnswers(), List.of()));
    }
    return new ThreadHistory(t.key.host(), t.key.pid(), t.key.tid(), t.initLines, head, tail);
  }

  private List<PendingCall> pending(int[] messages) {
    List<PendingCall> out = new ArrayList<>();
    for (int message : messages) {
      int member = calls.member(message);
      ChoiceBlock.append(
          out,
          new PendingCall(
              members.pointerOf(member).comm, members.incarnationOf(member), keys[message], 1));
    }
    return out;
  }
}
