package dev.ringside.trace.torch;

import dev.ringside.trace.kernel.GraphReplays;
import dev.ringside.trace.kernel.IdMap;
import dev.ringside.trace.kernel.KernelNames;
import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.HostFact;
import dev.ringside.trace.record.Kernel;
import dev.ringside.trace.record.KernelFamily;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.NcclVersion;
import dev.ringside.trace.record.ProcessGroup;
import dev.ringside.trace.record.RedOp;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceRecord;
import dev.ringside.trace.record.TraceSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Turns trace events into calls and kernel runs. A collective shows twice, as a CPU event {@code
 * record_param_comms} and, copied by Kineto, on the kernel that it led to; both carry the same
 * external id, and the first of them counts.
 */
final class KinetoCalls {
  private static final int SITE = 0;

  /**
   * Parts of names that every event taken here has; the rest is passed over unread. Each has a c,
   * which is what is looked for first. Plain {@code reduce} would let every reduction of a model
   * in.
   */
  static final List<String> SIGNS =
      List.of(
          "nccl",
          "llreduce",
          "llReduce",
          "ll_reduce",
          "device_reduce",
          "quickreduce",
          "param_comms",
          "GraphLaunch",
          "mscclpp");

  private final Source source;
  private final TraceSink sink;
  private final IdMap counted = new IdMap();
  private final IdMap engineOps = new IdMap();
  private final GraphReplays replays = new GraphReplays();
  private final Map<Shape, Integer> shapes = new HashMap<>();
  private final List<Kernel> kernels = new ArrayList<>();
  private final Set<Long> groups = new HashSet<>();
  private final Map<TraceRecord, Long> head = new LinkedHashMap<>();
  private int rank = -1;
  private boolean announced;
  private boolean full;

  private record Shape(String name, int gridX, int blockX) {}

  private record Size(Collective op, DataType type, long count) {
    long bytes() {
      return count * type.bytes();
    }
  }

  KinetoCalls(Source source, TraceSink sink) {
    this.source = source;
    this.sink = sink;
  }

  /** What the head of the trace says; before the first event. */
  void rank(int value) {
    rank = value;
  }

  void ncclVersion(String version, long offset) {
    head.put(new NcclVersion(SITE, version, ""), offset);
  }

  void host(String key, String value, long offset) {
    head.put(new HostFact(SITE, key, value), offset);
  }

  private void announce(long pid) {
    if (!announced) {
      announced = true;
      sink.site(SITE, new CallSite("", pid, -1, -1, rank));
      head.forEach(sink::record);
    }
  }

  void event(KinetoEvent e, long offset) {
    switch (e.category) {
      case "cpu_op", "user_annotation" -> operator(e, offset);
      case "kernel" -> kernel(e, offset);
      case "cuda_runtime", "cuda_driver" -> {
        if (e.name.contains("GraphLaunch") && e.correlation >= 0) {
          replays.launched(e.correlation);
        }
      }
      default -> {
        // flow arrows, memory copies, metadata: no communication
      }
    }
  }

  private void operator(KinetoEvent e, long offset) {
    if (!e.collective.isEmpty()) {
      size(e).ifPresent(size -> call(e, size, offset));
    } else if (e.externalId >= 0 && e.inputElements > 0 && isEngineAllReduce(e.name)) {
      DataType type = TorchWords.dataType(e.inputType);
      if (type != DataType.UNKNOWN) {
        engineOps.put(e.externalId, e.inputElements << 8 | type.ordinal());
      }
    }
  }

  /** Operators that engines wrap around their own call of NCCL, which record no metadata. */
  private static boolean isEngineAllReduce(String name) {
    return (name.startsWith("vllm::")
            || name.startsWith("sglang::")
            || name.startsWith("sgl_kernel::"))
        && name.contains("all_reduce");
  }

  private static Optional<Size> size(KinetoEvent e) {
    Optional<Collective> op = TorchWords.collective(e.collective);
    if (op.isEmpty() || e.elementsIn < 0) {
      return Optional.empty();
    }
    long out = e.elementsOut < 0 ? e.elementsIn : e.elementsOut;
    long count = TorchWords.count(op.get(), e.elementsIn, out, e.groupSize);
    return Optional.of(new Size(op.get(), TorchWords.dataType(e.dtype), count));
  }

  private void call(KinetoEvent e, Size size, long offset) {
    if (e.externalId >= 0 && !counted.put(e.externalId, 1)) {
      return;
    }
    announce(e.category.equals("kernel") ? -1 : e.pid);
    long comm = TorchWords.communicator(e.groupName, e.groupRanks);
    if (groups.add(comm)) {
      sink.record(
          new ProcessGroup(
              SITE,
              comm,
              e.groupName,
              e.groupDescription,
              e.groupSize,
              RankList.parse(e.groupRanks),
              -1,
              -1,
              -1),
          offset);
    }
    int root = size.op() == Collective.RECV ? e.sourceRank : e.destinationRank;
    sink.collective(
        SITE,
        comm,
        size.op(),
        size.type(),
        RedOp.SUM,
        size.count(),
        Math.max(0, root),
        e.groupSize,
        -1,
        offset);
  }

  private void kernel(KinetoEvent e, long offset) {
    int shape = shape(e);
    if (shape < 0) {
      return;
    }
    Kernel kernel = kernels.get(shape);
    Optional<Size> size = e.collective.isEmpty() ? Optional.empty() : size(e);
    if (size.isPresent()) {
      call(e, size.get(), offset);
      sink.kernel(SITE, kernel, size.get().bytes(), e.groupSize, false, e.us, offset);
      return;
    }
    announce(-1);
    long engineOp = e.externalId < 0 ? -1 : engineOps.get(e.externalId, -1);
    if (engineOp >= 0) {
      engineCall(e, kernel, engineOp, offset);
    } else if (e.correlation < 0) {
      sink.kernel(SITE, kernel, -1, -1, e.graphNode > 0, e.us, offset);
    } else {
      keep(e, shape, offset);
    }
  }

  private void keep(KinetoEvent e, int shape, long offset) {
    if (e.graphNode > 0) {
      replays.launched(e.correlation);
    }
    boolean kept = replays.add(shape, e.correlation, e.stream, e.ts, e.us, offset);
    if (!kept && !full) {
      full = true;
      loss("too-many-kernels", offset, "more kernels without sizes than are kept; cut the trace");
    }
  }

  /** A kernel that an engine's operator launched: its size is that of the operator's tensor. */
  private void engineCall(KinetoEvent e, Kernel kernel, long engineOp, long offset) {
    DataType type = DataType.values()[(int) (engineOp & 0xff)];
    long count = engineOp >>> 8;
    if (kernel.family() == KernelFamily.NCCL || kernel.family() == KernelFamily.NCCL_SYMMETRIC) {
      long comm = TorchWords.communicator("engine", "");
      sink.collective(
          SITE, comm, Collective.ALL_REDUCE, type, RedOp.SUM, count, 0, -1, e.stream, offset);
    }
    sink.kernel(SITE, kernel, count * type.bytes(), -1, false, e.us, offset);
  }

  /** Index of the event's kernel; -1 for one that does not communicate. */
  private int shape(KinetoEvent e) {
    return shapes.computeIfAbsent(
        new Shape(e.name, e.gridX, e.blockX),
        shape -> {
          Optional<Kernel> kernel = KernelNames.parse(e.name, e.gridX, e.blockX);
          if (kernel.isEmpty()) {
            return -1;
          }
          kernels.add(kernel.get());
          return kernels.size() - 1;
        });
  }

  void loss(String name, long offset, String detail) {
    sink.loss(new Loss(name, Severity.DATA_LOSS, source.name(), offset, detail));
  }

  /** After the last event. */
  void finish() {
    announce(-1);
    replays.finish(kernels, SITE, sink);
  }
}
