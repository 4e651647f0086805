package dev.ringside.calibrate;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.BenchmarkDevice;
import dev.ringside.trace.record.BenchmarkNote;
import dev.ringside.trace.record.BenchmarkRow;
import dev.ringside.trace.record.BenchmarkRowPart;
import dev.ringside.trace.record.ChannelConnection;
import dev.ringside.trace.record.EnvironmentSetting;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.NcclVersion;
import dev.ringside.trace.record.Protocol;
import dev.ringside.trace.record.StepRow;
import dev.ringside.trace.record.TraceRecord;
import dev.ringside.trace.record.TraceSink;
import dev.ringside.trace.record.TuningChoice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What one piece of a source says that a calibration can use. */
final class SourceRecords implements TraceSink {
  /** A choice that a tuning line shows. */
  record Shown(Algorithm algorithm, Protocol protocol) {}

  final List<TraceRecord> benchmark = new ArrayList<>();
  final List<StepRow> steps = new ArrayList<>();
  final Map<String, String> environment = new HashMap<>();
  final Set<String> transports = new HashSet<>();
  final Map<Long, Set<Shown>> shown = new HashMap<>();
  final List<Loss> losses = new ArrayList<>();
  String nccl = "";

  @Override
  public void choice(int site, TuningChoice choice, long offset) {
    if (choice.isAllReduce()) {
      shown
          .computeIfAbsent(choice.bytes(), b -> new HashSet<>())
          .add(new Shown(choice.algorithm(), choice.protocol()));
    }
  }

  @Override
  public void record(TraceRecord record, long offset) {
    if (record instanceof StepRow step) {
      steps.add(step);
    } else if (record instanceof BenchmarkRow
        || record instanceof BenchmarkRowPart
        || record instanceof BenchmarkDevice
        || record instanceof BenchmarkNote) {
      benchmark.add(record);
    } else if (record instanceof EnvironmentSetting setting) {
      environment.put(setting.name(), setting.value());
    } else if (record instanceof ChannelConnection connection) {
      transports.add(connection.transport());
    } else if (record instanceof NcclVersion version && nccl.isEmpty()) {
      nccl = version.nccl();
    }
  }

  @Override
  public void loss(Loss loss) {
    losses.add(loss);
  }

  /** Adds what the next piece of the same source says. */
  void append(SourceRecords next) {
    benchmark.addAll(next.benchmark);
    steps.addAll(next.steps);
    environment.putAll(next.environment);
    transports.addAll(next.transports);
    next.shown.forEach(
        (bytes, choices) -> shown.computeIfAbsent(bytes, b -> new HashSet<>()).addAll(choices));
    losses.addAll(next.losses);
    nccl = nccl.isEmpty() ? next.nccl : nccl;
  }
}
