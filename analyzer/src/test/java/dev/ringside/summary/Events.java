package dev.ringside.summary;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.CommunicatorEnd;
import dev.ringside.trace.record.CommunicatorInit;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.Protocol;
import dev.ringside.trace.record.RedOp;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceRecord;
import dev.ringside.trace.record.TraceSink;
import dev.ringside.trace.record.TuningChoice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;

/** A log that was never text: what a reader would push, one event a byte, so that it can be cut. */
final class Events {
  private interface Event {
    void push(TraceSink sink, int site, long offset);
  }

  private record At(CallSite where, Event event) {}

  private final Source source;
  private final List<At> events = new ArrayList<>();

  Events(String name) {
    source = new Source(name, "text");
  }

  Events call(CallSite where, long comm, DataType type, long count, long stream) {
    return call(where, comm, Collective.ALL_REDUCE, type, count, 2, stream);
  }

  Events call(
      CallSite where,
      long comm,
      Collective op,
      DataType type,
      long count,
      int nRanks,
      long stream) {
    return add(
        where,
        (s, site, at) ->
            s.collective(site, comm, op, type, RedOp.SUM, count, 0, nRanks, stream, at));
  }

  Events choice(CallSite where, Collective op, long bytes, Protocol protocol) {
    return add(
        where,
        (s, site, at) ->
            s.choice(site, new TuningChoice(op, bytes, Algorithm.RING, protocol, 2), at));
  }

  Events record(CallSite where, IntFunction<TraceRecord> record) {
    return add(where, (s, site, at) -> s.record(record.apply(site), at));
  }

  Events init(
      CallSite where, long comm, CommunicatorInit.Stage stage, int rank, int nRanks, long commId) {
    return record(
        where,
        site ->
            new CommunicatorInit(
                site, comm, stage, "f", rank, nRanks, where.device(), "60", commId, 0, -1, -1));
  }

  Events created(CallSite where, long comm, int rank, int nRanks, long commId) {
    init(where, comm, CommunicatorInit.Stage.START, rank, nRanks, commId);
    return init(where, comm, CommunicatorInit.Stage.COMPLETE, rank, nRanks, commId);
  }

  Events destroyed(CallSite where, long comm, int rank, int nRanks) {
    return record(where, site -> new CommunicatorEnd(site, comm, rank, nRanks, false));
  }

  private Events add(CallSite where, Event event) {
    events.add(new At(where, event));
    return this;
  }

  int size() {
    return events.size();
  }

  TraceSummary summary() {
    return summary(0, events.size());
  }

  TraceSummary summary(int from, int to) {
    SummaryBuilder builder = new SummaryBuilder(source, from);
    Map<CallSite, Integer> sites = new LinkedHashMap<>();
    for (int i = from; i < to; i++) {
      At at = events.get(i);
      Integer site = sites.get(at.where);
      if (site == null) {
        site = sites.size();
        sites.put(at.where, site);
        builder.site(site, at.where);
      }
      at.event.push(builder, site, i);
    }
    return builder.finish(to, to == events.size());
  }

  List<TraceSummary> cutAtRandom(Random random) {
    List<TraceSummary> out = new ArrayList<>();
    int from = 0;
    while (from < events.size()) {
      int to = Math.min(events.size(), from + 1 + random.nextInt(1 + random.nextInt(12)));
      out.add(summary(from, to));
      from = to;
    }
    return out;
  }
}
