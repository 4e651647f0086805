package dev.ringside.trace.record;

/**
 * Input that could not be used. Readers report it instead of throwing: the rest counts as if the
 * bad part were not there.
 *
 * @param name what happened, a short stable code such as {@code torn-record}
 * @param severity how much it matters
 * @param source the file as it was named on input
 * @param offset first byte of the bad part behind decompression, -1 where there is no such thing
 * @param detail one line for a person: what is wrong and, where it helps, what to do
 */
public record Loss(String name, Severity severity, String source, long offset, String detail) {}
