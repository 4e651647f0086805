package dev.ringside.baseline;

import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.TraceRecord;
import dev.ringside.trace.record.TraceSink;
import dev.ringside.trace.record.TuningChoice;

/**
 * Gives what a benchmark's state is read from to two sinks; calls and kernels are no part of it.
 */
record BothSinks(TraceSink first, TraceSink second) implements TraceSink {

  @Override
  public void choice(int site, TuningChoice choice, long offset) {
    first.choice(site, choice, offset);
    second.choice(site, choice, offset);
  }

  @Override
  public void record(TraceRecord record, long offset) {
    first.record(record, offset);
    second.record(record, offset);
  }

  @Override
  public void loss(Loss loss) {
    first.loss(loss);
    second.loss(loss);
  }
}
