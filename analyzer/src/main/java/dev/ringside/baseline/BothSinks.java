package dev.ringside.baseline;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.Kernel;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Protocol;
import dev.ringside.trace.record.RedOp;
import dev.ringside.trace.record.TraceRecord;
import dev.ringside.trace.record.TraceSink;

/** Gives everything to two sinks. */
record BothSinks(TraceSink first, TraceSink second) implements TraceSink {

  @Override
  public void site(int site, CallSite where) {
    first.site(site, where);
    second.site(site, where);
  }

  @Override
  public void collective(
      int site,
      long comm,
      Collective op,
      DataType type,
      RedOp redOp,
      long count,
      int root,
      int nRanks,
      long stream,
      long offset) {
    first.collective(site, comm, op, type, redOp, count, root, nRanks, stream, offset);
    second.collective(site, comm, op, type, redOp, count, root, nRanks, stream, offset);
  }

  @Override
  public void choice(
      int site,
      Collective op,
      long bytes,
      Algorithm algorithm,
      Protocol protocol,
      int channels,
      double modelUs,
      long offset) {
    first.choice(site, op, bytes, algorithm, protocol, channels, modelUs, offset);
    second.choice(site, op, bytes, algorithm, protocol, channels, modelUs, offset);
  }

  @Override
  public void kernel(
      int site, Kernel kernel, long bytes, int nRanks, boolean replayed, double us, long offset) {
    first.kernel(site, kernel, bytes, nRanks, replayed, us, offset);
    second.kernel(site, kernel, bytes, nRanks, replayed, us, offset);
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
