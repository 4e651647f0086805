package dev.ringside.trace.record;

/**
 * PyTorch's watchdog gave up on a call.
 *
 * @param rank global rank that reports
 * @param group PyTorch's name of the process group; empty where not printed
 * @param sequence number of the call in its group; -1 where the release does not print it
 * @param op PyTorch's word, such as {@code ALLREDUCE}
 * @param elementsIn elements of the input, -1 where not printed; the element type is not printed,
 *     so bytes are unknown
 */
public record WatchdogTimeout(
    int site,
    int rank,
    String group,
    long sequence,
    String op,
    long elementsIn,
    long elementsOut,
    long ranMs)
    implements TraceRecord {}
