package dev.ringside.summary;

import dev.ringside.trace.record.AllReduceBackend;
import dev.ringside.trace.record.BatchSample;
import dev.ringside.trace.record.BenchmarkDevice;
import dev.ringside.trace.record.BenchmarkNote;
import dev.ringside.trace.record.BenchmarkRow;
import dev.ringside.trace.record.BenchmarkRowPart;
import dev.ringside.trace.record.CaptureSizes;
import dev.ringside.trace.record.EngineSetting;
import dev.ringside.trace.record.EngineStep;
import dev.ringside.trace.record.HostLine;
import dev.ringside.trace.record.KernelSummary;
import dev.ringside.trace.record.Message;
import dev.ringside.trace.record.NcclVersion;
import dev.ringside.trace.record.PaddedBatch;
import dev.ringside.trace.record.PluginLine;
import dev.ringside.trace.record.ProcessGroup;
import dev.ringside.trace.record.RasCommunicators;
import dev.ringside.trace.record.RasMismatch;
import dev.ringside.trace.record.RcclKernel;
import dev.ringside.trace.record.RcclSign;
import dev.ringside.trace.record.RepeatedLines;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.StepRow;
import dev.ringside.trace.record.TopologyRow;
import dev.ringside.trace.record.TraceRecord;
import dev.ringside.trace.record.WatchdogTimeout;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What an input is, by what was found in it: a log mixes programs, and the richest names it. */
public final class InputKinds {

  /** Content in order of precedence. */
  private enum Content {
    BENCHMARK("nccl-tests"),
    TUNER("tuner-log"),
    RCCL("rccl-log"),
    NCCL("nccl-log"),
    RAS("ras-report"),
    WATCHDOG("watchdog-log"),
    KERNELS("kernel-summary"),
    SERVING("serving-log"),
    TOPOLOGY("topology"),
    HEADER("nccl-tests header");

    private final String word;

    Content(String word) {
      this.word = word;
    }
  }

  /** Size, count and type of a row that was torn. */
  private static final Pattern HEAD_OF_ROW = Pattern.compile("^\\d+ \\d+ [a-z][a-z0-9]+ ");

  private final Set<Content> found = EnumSet.noneOf(Content.class);
  private boolean isRcclTests;
  private boolean hasDevices;
  private boolean hasCalls;

  /** The inputs by name, each with the kind that its content shows. */
  public static List<Source> of(TraceSummary summary) {
    return summary.sources().stream()
        .flatMap(s -> WholeSource.of(s).stream())
        .map(InputKinds::named)
        .toList();
  }

  static Source named(WholeSource source) {
    return new Source(source.source().name(), of(source).get(0));
  }

  /** Words for one source, the kind first. */
  static List<String> of(WholeSource source) {
    if (!source.isLog()) {
      return List.of(source.source().kind());
    }
    InputKinds kinds = new InputKinds();
    kinds.look(source.piece());
    return kinds.words();
  }

  private void look(Piece piece) {
    for (RareLine line : piece.rare().lines()) {
      look(line.record());
    }
    for (PointerHistory p : piece.pointers()) {
      for (Incarnation i : p.incarnations()) {
        hasCalls |= !i.calls().isEmpty();
        hasDevices |= p.pid() < 0 || i.calls().stream().anyMatch(c -> c.key().device() >= 0);
      }
    }
    if (hasCalls || !piece.tuned().isEmpty() || !piece.connections().isEmpty()) {
      found.add(Content.NCCL);
    }
  }

  private void look(TraceRecord r) {
    if (r instanceof BenchmarkRow) {
      found.add(Content.BENCHMARK);
    } else if (r instanceof BenchmarkRowPart part) {
      // Other pieces may be anything that stood in front of a record.
      if (HEAD_OF_ROW.matcher(part.text()).find()) {
        found.add(Content.BENCHMARK);
      }
    } else if (r instanceof BenchmarkNote n) {
      found.add(isResult(n) ? Content.BENCHMARK : Content.HEADER);
      isRcclTests |= n.key().equals("rccl_tests");
    } else if (r instanceof BenchmarkDevice d) {
      found.add(Content.HEADER);
      isRcclTests |= d.isAmd();
    } else if (r instanceof PluginLine p && p.text().contains("Loaded config")) {
      found.add(Content.TUNER);
    } else if (r instanceof RcclSign || r instanceof RcclKernel) {
      found.add(Content.RCCL);
    } else if (r instanceof RasCommunicators || r instanceof RasMismatch) {
      found.add(Content.RAS);
    } else if (r instanceof WatchdogTimeout || r instanceof ProcessGroup) {
      found.add(Content.WATCHDOG);
    } else if (r instanceof KernelSummary) {
      found.add(Content.KERNELS);
    } else if (r instanceof TopologyRow || r instanceof HostLine) {
      found.add(Content.TOPOLOGY);
    } else if (isServing(r)) {
      found.add(Content.SERVING);
    } else if (isNccl(r)) {
      found.add(Content.NCCL);
    }
  }

  private static boolean isResult(BenchmarkNote n) {
    return n.key().equals("avg_busbw") || n.key().equals("columns");
  }

  private static boolean isServing(TraceRecord r) {
    return r instanceof EngineSetting
        || r instanceof AllReduceBackend
        || r instanceof CaptureSizes
        || r instanceof BatchSample
        || r instanceof EngineStep
        || r instanceof PaddedBatch;
  }

  /** Engines print versions too, programs tell of failures, and collectors fold any line. */
  private static boolean isNccl(TraceRecord r) {
    boolean isOfOthers = r instanceof Message m && m.level().equals(Message.ERROR);
    return !(r instanceof NcclVersion)
        && !(r instanceof RepeatedLines)
        && !(r instanceof StepRow)
        && !isOfOthers;
  }

  private List<String> words() {
    if (found.contains(Content.BENCHMARK)) {
      found.remove(Content.HEADER);
    }
    if (found.contains(Content.RCCL) || found.contains(Content.TUNER)) {
      found.remove(Content.NCCL);
    }
    List<String> words = new ArrayList<>();
    for (Content c : found) {
      boolean isRccl = c == Content.BENCHMARK && isRcclTests;
      // Only NCCL CALL lines have calls and no device.
      boolean isTrace = c == Content.NCCL && hasCalls && !hasDevices;
      words.add(isRccl ? "rccl-tests" : isTrace ? "call-trace" : c.word);
    }
    if (words.isEmpty()) {
      words.add("text");
    }
    return words;
  }
}
