package dev.ringside.summary;

import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.TraceRecord;

/**
 * A rare record where it stood.
 *
 * @param record its {@code site} is -1; the writer stands in {@code where}
 * @param count how often it was said in a row
 */
public record RareLine(long offset, CallSite where, TraceRecord record, long count) {}
