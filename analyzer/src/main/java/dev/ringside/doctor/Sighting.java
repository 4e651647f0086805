package dev.ringside.doctor;

import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.TraceRecord;

/**
 * A record with where it stood.
 *
 * @param where who wrote it
 * @param count how often it was said in a row
 */
public record Sighting<R extends TraceRecord>(R record, CallSite where, Place place, long count) {}
