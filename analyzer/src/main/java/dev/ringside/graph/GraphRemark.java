package dev.ringside.graph;

/**
 * Something to know of a search result.
 *
 * @param code stable name
 * @param isFault whether it costs bandwidth, or is only worth knowing
 * @param text what is so and why it matters
 */
public record GraphRemark(String code, boolean isFault, String text) {}
