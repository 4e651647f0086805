package dev.ringside.trace.record;

import java.util.List;

/** One channel of a search result, in order: {@code 0 : GPU/0 GPU/1}. */
public record GraphChannel(int site, int channel, List<String> nodes) implements TraceRecord {}
