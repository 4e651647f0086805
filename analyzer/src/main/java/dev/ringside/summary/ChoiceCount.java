package dev.ringside.summary;

/** How often a message was seen to get a choice. */
public record ChoiceCount(ChoiceKey choice, long count) {}
