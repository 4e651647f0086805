package dev.ringside.summary;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Messages by communicator while pieces are joined: takes what whole blocks of tuning lines say,
 * and drops the largest messages over the limit. A message that stays is counted in full, since it
 * was among the smallest of every piece that has it.
 */
final class MessageStore {
  private final TreeMap<PointerHistory.Key, PointerHistory> pointers = new TreeMap<>();
  private long groupChoices;
  private long looseChoices;
  private long unkeptCalls;

  void add(Piece piece) {
    groupChoices += piece.groupChoices();
    looseChoices += piece.looseChoices();
    unkeptCalls += piece.unkeptCalls();
  }

  void put(PointerHistory pointer) {
    pointers.put(pointer.key(), pointer);
  }

  List<PointerHistory> pointers() {
    return List.copyOf(pointers.values());
  }

  long groupChoices() {
    return groupChoices;
  }

  long looseChoices() {
    return looseChoices;
  }

  long unkeptCalls() {
    return unkeptCalls;
  }

  void addLooseChoices(int n) {
    looseChoices += n;
  }

  /** Counts what the tuning lines of a whole block say. */
  void attribute(String host, long pid, ChoiceBlock block) {
    for (ChoiceBlock.Attribution a : block.attributions()) {
      switch (a.kind()) {
        case ONE -> attribute(host, pid, a.call().get(0), a.choice().choice());
        case GROUP -> groupChoices++;
        case NONE -> looseChoices++;
      }
    }
  }

  private void attribute(String host, long pid, PendingCall call, ChoiceKey choice) {
    PointerHistory.Key key = new PointerHistory.Key(host, pid, call.comm());
    PointerHistory pointer = pointers.get(key);
    Optional<Incarnation> at =
        pointer != null && call.incarnation() < pointer.incarnations().size()
            ? Optional.of(pointer.incarnations().get(call.incarnation()))
            : Optional.empty();
    int i = at.map(c -> indexOf(c.calls(), call.key())).orElse(-1);
    if (i < 0) {
      looseChoices++;
      return;
    }
    List<CallStats> calls = new ArrayList<>(at.orElseThrow().calls());
    CallStats c = calls.get(i);
    calls.set(
        i,
        new CallStats(
            c.key(),
            c.calls(),
            c.firstOffset(),
            c.runs(),
            Counts.sum(
                c.choices(),
                List.of(new ChoiceCount(choice, 1)),
                ChoiceCount::choice,
                Counts::choices)));
    replace(pointer, call.incarnation(), calls);
  }

  private static int indexOf(List<CallStats> calls, CallKey key) {
    return Collections.binarySearch(
        calls,
        new CallStats(key, 0, 0, RunEvidence.NONE, List.of()),
        Comparator.comparing(CallStats::key));
  }

  private void replace(PointerHistory p, int incarnation, List<CallStats> calls) {
    List<Incarnation> all = new ArrayList<>(p.incarnations());
    Incarnation old = all.get(incarnation);
    all.set(incarnation, new Incarnation(calls, old.head(), old.tail(), old.firstRuns()));
    put(new PointerHistory(p.host(), p.pid(), p.comm(), p.isCompleteFirst(), p.creation(), all));
  }

  /** Drops what is over the limits. */
  void limit() {
    while (pointers.size() > SummaryLimits.POINTERS) {
      pointers
          .pollLastEntry()
          .getValue()
          .incarnations()
          .forEach(i -> i.calls().forEach(this::dropped));
    }
    long kept =
        pointers.values().stream()
            .map(PointerHistory::incarnations)
            .flatMap(Collection::stream)
            .mapToLong(i -> i.calls().size())
            .sum();
    if (kept > SummaryLimits.MESSAGES) {
      dropLargest();
    }
  }

  private record Place(CallKey key, PointerHistory.Key pointer, int incarnation) {
    static final Comparator<Place> ORDER =
        Comparator.comparing(Place::key)
            .thenComparing(Place::pointer)
            .thenComparingInt(Place::incarnation);
  }

  private void dropLargest() {
    List<Place> places = new ArrayList<>();
    for (PointerHistory p : pointers.values()) {
      for (int i = 0; i < p.incarnations().size(); i++) {
        for (CallStats c : p.incarnations().get(i).calls()) {
          places.add(new Place(c.key(), p.key(), i));
        }
      }
    }
    places.sort(Place.ORDER);
    Place last = places.get(SummaryLimits.MESSAGES - 1);
    for (Map.Entry<PointerHistory.Key, PointerHistory> e : List.copyOf(pointers.entrySet())) {
      for (int i = 0; i < e.getValue().incarnations().size(); i++) {
        int incarnation = i;
        List<CallStats> stay = new ArrayList<>();
        for (CallStats c : e.getValue().incarnations().get(i).calls()) {
          Place place = new Place(c.key(), e.getKey(), incarnation);
          if (Place.ORDER.compare(place, last) <= 0) {
            stay.add(c);
          } else {
            dropped(c);
          }
        }
        replace(pointers.get(e.getKey()), i, stay);
      }
    }
  }

  private void dropped(CallStats c) {
    unkeptCalls += c.calls();
    looseChoices += c.choices().stream().mapToLong(ChoiceCount::count).sum();
  }
}
