package dev.ringside.trace.profiler;

import dev.ringside.trace.io.SiteNumbers;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.Kernel;
import dev.ringside.trace.record.KernelFamily;
import dev.ringside.trace.record.Protocol;
import dev.ringside.trace.record.RedOp;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.TraceSink;
import dev.ringside.trace.record.TuningChoice;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Pushes events of the example profiler. A call is its COLL event: COLL_API says the same once
 * more, and adds the stream. The time between begin and end of COLL is that of enqueueing, so times
 * come from the GPU clock of the KernelCh events alone.
 */
final class ExampleProfilerEvents {
  private static final BigInteger TWO_64 = BigInteger.ONE.shiftLeft(64);

  private final TraceSink sink;
  private final SiteNumbers sites;
  private final Map<Kernel, Kernel> kernels = new HashMap<>();
  private final SequenceGaps gaps = new SequenceGaps();
  private final String source;
  private long stream = -1;
  private boolean captured;
  private Optional<Pending> pending = Optional.empty();
  private double pendingUs = Double.NaN;

  /** A call whose kernel events may still follow. */
  private record Pending(int site, Kernel kernel, long bytes, boolean replayed, long offset) {}

  ExampleProfilerEvents(String source, TraceSink sink) {
    this.sink = sink;
    sites = new SiteNumbers(sink);
    this.source = source;
  }

  /** False where the event has not what its category needs. */
  boolean add(JsonNode event, long offset) {
    if (!event.isObject()) {
      return false;
    }
    if (!event.path("ph").asString("").equals("b")) {
      return true;
    }
    JsonNode args = event.path("args");
    switch (event.path("cat").asString("")) {
      case "COLL" -> {
        return call(event, args, offset);
      }
      case "P2P" -> {
        return peer(event, args, offset);
      }
      case "COLL_API", "P2P_API" -> {
        stream = pointer(args.path("Stream").asString(""));
        captured = args.path("GraphCaptured").asInt(0) == 1;
      }
      case "GPU" -> clock(args);
      default -> {
        // groups, proxy and network progress
      }
    }
    return true;
  }

  private boolean call(JsonNode event, JsonNode args, long offset) {
    Optional<Collective> op = Collective.ofNcclName(event.path("name").asString(""));
    long count = args.path("Count").asLong(-1);
    if (op.isEmpty() || count < 0) {
      return false;
    }
    flush();
    DataType type = dataType(args.path("Datatype"));
    int site = site(event, args);
    long comm = hash(args.path("CommHash"));
    gaps.begin(site, comm, op.get());
    gaps.take(site, comm, op.get(), args.path("SeqNum").asLong(-1), offset);
    long bytes = count * type.bytes();
    sink.collective(site, comm, op.get(), type, RedOp.SUM, count, 0, -1, stream, offset);
    int channels = args.path("nChannels").asInt(args.path("nMaxChannels").asInt(0));
    Optional<Algorithm> algorithm = Algorithm.ofName(args.path("Algorithm").asString(""));
    Optional<Protocol> protocol = Protocol.ofName(args.path("Protocol").asString(""));
    if (algorithm.isPresent() && protocol.isPresent()) {
      sink.choice(
          site,
          new TuningChoice(op.get(), bytes, algorithm.get(), protocol.get(), channels),
          offset);
    }
    String pattern = algorithm.map(Algorithm::callName).orElse("");
    Kernel kernel =
        new Kernel(KernelFamily.NCCL, op.get().ncclName(), op.get(), pattern, channels, 0);
    kernels.putIfAbsent(kernel, kernel);
    pending = Optional.of(new Pending(site, kernels.get(kernel), bytes, captured, offset));
    return true;
  }

  private boolean peer(JsonNode event, JsonNode args, long offset) {
    Optional<Collective> op = Collective.ofNcclName(event.path("name").asString(""));
    long count = args.path("Count").asLong(-1);
    if (op.isEmpty() || count < 0) {
      return false;
    }
    flush();
    sink.collective(
        site(event, args),
        hash(args.path("CommHash")),
        op.get(),
        dataType(args.path("Datatype")),
        RedOp.SUM,
        count,
        Math.max(0, args.path("Peer").asInt(0)),
        -1,
        stream,
        offset);
    return true;
  }

  private void clock(JsonNode args) {
    long start = args.path("StartGpuClk").asLong(0);
    long stop = args.path("StopGpuClk").asLong(0);
    if (start > 0 && stop > start) {
      double us = (stop - start) / 1000.0; // globaltimer, nanoseconds
      pendingUs = Double.isNaN(pendingUs) ? us : Math.max(pendingUs, us);
    }
  }

  private void flush() {
    pending.ifPresent(
        p -> sink.kernel(p.site(), p.kernel(), p.bytes(), -1, p.replayed(), pendingUs, p.offset()));
    pending = Optional.empty();
    pendingUs = Double.NaN;
  }

  /** After the last event. */
  void finish() {
    flush();
    // Only the last events survive: its pools hold 8 to 256 unless they are set larger.
    gaps.finish(source, Severity.DATA_LOSS, sink);
  }

  private int site(JsonNode event, JsonNode args) {
    return sites.of(
        new CallSite("", event.path("pid").asLong(-1), -1, -1, args.path("Rank").asInt(-1)));
  }

  /** {@code ncclBfloat16} since 2.24, the number before. */
  private static DataType dataType(JsonNode value) {
    if (value.isIntegralNumber()) {
      return DataType.ofNumber(value.asInt(-1)).orElse(DataType.UNKNOWN);
    }
    String word = value.asString("").toLowerCase(Locale.ROOT);
    for (DataType type : DataType.values()) {
      if (word.equals("nccl" + type.ncclName())) {
        return type;
      }
    }
    return DataType.UNKNOWN;
  }

  /** An unsigned 64-bit number, which Jackson reads as a big one above 2^63. */
  private static long hash(JsonNode value) {
    return value.isIntegralNumber() ? value.bigIntegerValue().mod(TWO_64).longValue() : 0;
  }

  private static long pointer(String text) {
    if (text.equals("(nil)")) {
      return 0;
    }
    return text.matches("0x[0-9a-fA-F]{1,16}") ? Long.parseUnsignedLong(text.substring(2), 16) : -1;
  }
}
