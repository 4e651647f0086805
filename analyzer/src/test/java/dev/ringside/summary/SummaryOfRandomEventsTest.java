package dev.ringside.summary;

import dev.ringside.trace.record.BatchSample;
import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.ChannelConnection;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.CommunicatorInit;
import dev.ringside.trace.record.CostTableRow;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.Message;
import dev.ringside.trace.record.Protocol;
import dev.ringside.trace.record.SymmetricChoice;
import java.util.List;
import java.util.Random;

class SummaryOfRandomEventsTest extends MergeLaw {
  private static final Collective[] OPS = {
    Collective.ALL_REDUCE, Collective.ALL_REDUCE, Collective.ALL_GATHER, Collective.SEND
  };

  /** Fewer where each of a thousand changed instructions is to be noticed. */
  @Override
  int inputs() {
    return Integer.getInteger("ringside.random.inputs", 80);
  }

  @Override
  TraceSummary whole(int seed) {
    return events(seed).summary();
  }

  @Override
  List<TraceSummary> pieces(int seed, Random random) {
    return events(seed).cutAtRandom(random);
  }

  /** Few threads, pointers and sizes, so that everything meets everything. */
  private static Events events(int seed) {
    Random r = new Random(seed);
    Events e = new Events("random");
    int n = 5 + r.nextInt(90);
    for (int i = 0; i < n; i++) {
      int pid = r.nextInt(2);
      CallSite where = new CallSite("host", pid, pid + r.nextInt(2) * 10, r.nextInt(2), -1);
      long comm = 0x100L + r.nextInt(2);
      switch (r.nextInt(16)) {
        case 0 -> e.init(where, comm, CommunicatorInit.Stage.START, pid, 2, 7);
        case 1, 2 -> e.init(where, comm, CommunicatorInit.Stage.COMPLETE, pid, 2, 7);
        case 3 -> e.destroyed(where, comm, pid, 2);
        case 4 -> e.record(where, s -> new ChannelConnection(s, 0, 0, 0, 1, "SHM", false));
        case 5 -> e.record(where, s -> new Message(s, "WARN", "", "text " + r.nextInt(2)));
        case 6 -> rare(e, where, r.nextInt(3));
        case 7, 8, 9, 10 -> {
          Collective op = r.nextInt(5) == 0 ? Collective.UNKNOWN : OPS[r.nextInt(OPS.length)];
          long bytes = 512L << r.nextInt(3);
          Protocol protocol = Protocol.values()[r.nextInt(3)];
          int repeats = r.nextInt(6) == 0 ? 40 : 1;
          for (int k = 0; k < repeats; k++) {
            e.choice(where, op, bytes, protocol);
          }
        }
        default -> {
          Collective op = OPS[r.nextInt(OPS.length)];
          long count = 256L << r.nextInt(2);
          int repeats = r.nextInt(4) == 0 ? 70 : 1 + r.nextInt(3);
          for (int k = 0; k < repeats; k++) {
            e.call(where, comm, op, DataType.BFLOAT16, count, 1 + r.nextInt(2), 0);
          }
        }
      }
    }
    return e;
  }

  private static void rare(Events e, CallSite where, int kind) {
    switch (kind) {
      case 0 -> e.record(where, s -> new SymmetricChoice(s, Collective.ALL_REDUCE, 8, "k", 1));
      case 1 -> e.record(where, s -> new BatchSample(s, "vllm", "decode", 3, 0, -1, 1, 10.5));
      default ->
          e.record(
              where,
              s ->
                  new CostTableRow(
                      s, CostTableRow.Kind.DATA, Collective.ALL_REDUCE, List.of("1/2")));
    }
  }
}
