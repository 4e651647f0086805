package dev.ringside.trace.profiler;

import dev.ringside.trace.io.SiteNumbers;
import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.CommunicatorInit;
import dev.ringside.trace.record.CommunicatorShape;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.Kernel;
import dev.ringside.trace.record.KernelFamily;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.RedOp;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.TraceSink;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Pushes Inspector records. The plugin gives bytes and neither element type, algorithm nor
 * protocol; AllGather and ReduceScatter count one rank's share, as NCCL's API lines do.
 */
final class InspectorRecords {
  private static final long MIX = 0x9E3779B97F4A7C15L; // 2^64 / golden ratio: far apart

  /** Ranks of communicators; a summary keeps no more, and each costs memory here too. */
  static final int MOST_MEMBERS = 1 << 13;

  private final TraceSink sink;
  private final SiteNumbers sites;
  private final Set<Member> members = new HashSet<>();
  private final Map<Collective, Kernel> kernels = new EnumMap<>(Collective.class);
  private final SequenceGaps gaps = new SequenceGaps();

  private long left;

  private record Member(long comm, int rank) {}

  InspectorRecords(TraceSink sink) {
    this.sink = sink;
    sites = new SiteNumbers(sink);
  }

  /** False where the record says nothing of a call. */
  boolean add(JsonNode record, long offset) {
    boolean collective = record.has("coll_perf");
    JsonNode perf = record.path(collective ? "coll_perf" : "p2p_perf");
    String prefix = collective ? "coll" : "p2p";
    long bytes = perf.path(prefix + "_msg_size_bytes").asLong(-1);
    Optional<Collective> op = Collective.ofNcclName(perf.path(prefix).asString(""));
    long comm = hash(find(record, "header", "id").asString(""));
    if (bytes < 0 || op.isEmpty() || comm == 0) {
      return false;
    }
    int rank = find(record, "header", "rank").asInt(-1);
    int nRanks = find(record, "header", "n_ranks").asInt(-1);
    Member calling = new Member(comm, rank);
    if (members.size() == MOST_MEMBERS && !members.contains(calling)) {
      left++;
      return true;
    }
    int site =
        sites.of(
            new CallSite(
                find(record, "metadata", "hostname").asString(""),
                find(record, "metadata", "pid").asLong(-1),
                -1,
                -1,
                rank));
    if (members.add(calling)) {
      introduce(site, comm, rank, nRanks, find(record, "header", "nnodes").asInt(-1), offset);
    }
    // A process that drives several GPUs writes the records of all its ranks to one file.
    long member = pointer(comm, rank);
    int peer = Math.max(0, perf.path("p2p_peer").asInt(0));
    sink.collective(
        site, member, op.get(), DataType.UNKNOWN, RedOp.SUM, bytes, peer, nRanks, -1, offset);
    gaps.take(site, comm, op.get(), perf.path(prefix + "_sn").asLong(-1), offset);
    kernel(site, op.get(), perf, prefix, bytes, nRanks, offset);
    return true;
  }

  /** After the last record. */
  void finish(String source) {
    if (left > 0) {
      String detail =
          left + " calls are left out: more than " + MOST_MEMBERS + " ranks of communicators";
      sink.loss(new Loss("too-many-communicators", Severity.DATA_LOSS, source, -1, detail));
    }
    // It samples: up to 2.29 the last call between two dumps, later what its ring holds.
    gaps.finish(source, Severity.INFO, sink);
  }

  /** Records of some releases have no header: their fields stand at the top. */
  private static JsonNode find(JsonNode record, String group, String field) {
    JsonNode inside = record.path(group).path(field);
    return inside.isMissingNode() ? record.path(field) : inside;
  }

  private void introduce(int site, long comm, int rank, int nRanks, int nNodes, long offset) {
    if (rank < 0 || nRanks < 0) {
      return;
    }
    sink.record(
        new CommunicatorInit(
            site,
            pointer(comm, rank),
            CommunicatorInit.Stage.COMPLETE,
            "",
            rank,
            nRanks,
            -1,
            "",
            comm,
            0,
            -1,
            -1),
        offset);
    if (nNodes > 0) {
      sink.record(
          new CommunicatorShape(site, pointer(comm, rank), rank, nRanks, nNodes, -1, -1), offset);
    }
  }

  /** Stands for the pointer of one rank's communicator, which is not written. */
  private static long pointer(long comm, int rank) {
    return rank < 0 ? comm : comm + rank * MIX;
  }

  private void kernel(
      int site, Collective op, JsonNode perf, String prefix, long bytes, int nRanks, long offset) {
    String timing = perf.path(prefix + "_timing_source").asString("");
    double us =
        timing.startsWith("kernel_") ? perf.path(prefix + "_exec_time_us").asDouble(-1) : -1;
    Kernel kernel =
        kernels.computeIfAbsent(op, o -> new Kernel(KernelFamily.NCCL, o.ncclName(), o, "", 0, 0));
    boolean replayed = perf.path("graphCaptured").asBoolean(false);
    sink.kernel(site, kernel, bytes, nRanks, replayed, us < 0 ? Double.NaN : us, offset);
  }

  /** The communicator hash, unsigned 64 bits in hexadecimal; 0 where it is none. */
  private static long hash(String id) {
    String digits = id.startsWith("0x") ? id.substring(2) : id;
    return digits.matches("[0-9a-fA-F]{1,16}") ? Long.parseUnsignedLong(digits, 16) : 0;
  }
}
