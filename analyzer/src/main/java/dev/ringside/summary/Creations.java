package dev.ringside.summary;

import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.CommunicatorEnd;
import dev.ringside.trace.record.CommunicatorInit;
import dev.ringside.trace.record.CommunicatorShape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The communicators that a source shows being made, put together from its rare lines in order. A
 * line that names no communicator belongs to the one whose making its thread last began; NCCL up to
 * 2.18.1 prints no Init START, there it belongs to the next Init COMPLETE.
 */
final class Creations {
  private final String source;
  private final Map<CommunicatorId, Creation> byId = new TreeMap<>();
  private final Map<PointerHistory.Key, Pointer> pointers = new HashMap<>();
  private final Map<ThreadHistory.Key, Speaker> threads = new TreeMap<>();
  private final Map<CommunicatorId, Integer> children = new HashMap<>();

  private static final class Pointer {
    int incarnation;
    boolean isOpen;
  }

  private static final class Speaker {
    final List<Creation> byInitLine = new ArrayList<>();
    Optional<Creation> open = Optional.empty();
    Creation unnamed;

    Speaker(Creation unnamed) {
      this.unnamed = unnamed;
    }
  }

  private Creations(String source) {
    this.source = source;
  }

  static Creations of(WholeSource source) {
    Creations all = new Creations(source.source().name());
    source.piece().rare().lines().forEach(all::add);
    source.piece().connections().forEach(all::add);
    return all;
  }

  private void add(RareLine line) {
    CallSite w = line.where();
    if (line.record() instanceof CommunicatorInit init) {
      add(w, init, line.offset());
    } else if (line.record() instanceof CommunicatorEnd end) {
      pointer(w, end.comm()).isOpen = false;
      current(w, end.comm()).isDestroyed = true;
    } else if (line.record() instanceof CommunicatorShape shape) {
      current(w, shape.comm()).shape = Optional.of(shape);
    } else {
      Speaker t = thread(w);
      t.open.orElse(t.unnamed).take(line.record());
    }
  }

  private void add(CallSite w, CommunicatorInit init, long offset) {
    Pointer p = pointer(w, init.comm());
    Speaker t = thread(w);
    boolean isStart = init.stage() == CommunicatorInit.Stage.START;
    Optional<Creation> before = Optional.ofNullable(byId.get(id(w, init.comm())));
    if (OpenPiece.isPointer(init) && (isStart || !p.isOpen)) {
      p.incarnation++;
    }
    Creation c = current(w, init.comm());
    c.firstOffset = Math.min(c.firstOffset, offset);
    if (isStart) {
      c.start = Optional.of(init);
      t.open = Optional.of(c);
    } else {
      c.complete = Optional.of(init);
      before.ifPresent(c::takeShape);
      if (!p.isOpen && t.open.isEmpty()) {
        c.take(t.unnamed);
        t.unnamed = unnamed(w);
      }
    }
    p.isOpen = isStart;
    if (init.parent() != 0 && c.parent.isEmpty()) {
      CommunicatorId parent = current(w, init.parent()).id;
      c.parent = Optional.of(parent);
      c.child = children.merge(parent, 1, Integer::sum);
    }
    t.byInitLine.add(c);
  }

  private void add(ConnectionCount connection) {
    Speaker t = thread(connection.where());
    int i = (int) connection.initLines();
    Creation c;
    if (t.open.isEmpty() && i < t.byInitLine.size()) {
      c = t.byInitLine.get(i);
    } else if (i > 0 && i <= t.byInitLine.size()) {
      c = t.byInitLine.get(i - 1);
    } else {
      c = t.unnamed;
    }
    c.transports.merge(connection.transport(), connection.count(), Long::sum);
  }

  private Pointer pointer(CallSite w, long comm) {
    return pointers.computeIfAbsent(
        new PointerHistory.Key(Sites.host(w), w.pid(), comm), k -> new Pointer());
  }

  private Creation current(CallSite w, long comm) {
    return byId.computeIfAbsent(id(w, comm), Creation::new);
  }

  private CommunicatorId id(CallSite w, long comm) {
    return new CommunicatorId(source, Sites.host(w), w.pid(), comm, pointer(w, comm).incarnation);
  }

  private Speaker thread(CallSite w) {
    return threads.computeIfAbsent(ThreadHistory.Key.of(w), k -> new Speaker(unnamed(w)));
  }

  private Creation unnamed(CallSite w) {
    return new Creation(new CommunicatorId(source, Sites.host(w), w.pid(), 0, 0));
  }

  Map<CommunicatorId, Creation> byId() {
    return byId;
  }

  /** What threads said without making a communicator, such as connections at first use. */
  List<Creation> unnamed() {
    return threads.values().stream().map(t -> t.unnamed).filter(c -> !c.isEmpty()).toList();
  }
}
