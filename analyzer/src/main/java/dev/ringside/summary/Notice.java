package dev.ringside.summary;

/**
 * A line that a finding may rest on, counted.
 *
 * @param kind {@code WARN}, {@code INFO}, {@code NETWORK} or a plugin kind such as {@code TUNER}
 * @param where {@code file:line} of NCCL's source; empty where not printed
 * @param text the message
 * @param count lines that say so
 * @param source input of the first of them
 * @param offset byte in that input behind decompression
 */
public record Notice(
    String kind, String where, String text, long count, String source, long offset) {

  Notice plus(Notice later) {
    return new Notice(kind, where, text, count + later.count, source, offset);
  }
}
