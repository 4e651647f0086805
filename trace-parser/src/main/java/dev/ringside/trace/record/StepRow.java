package dev.ringside.trace.record;

/**
 * One row of a step sweep: a whole decode step at one batch size with one choice.
 *
 * @param algorithm {@code default} or NCCL's name
 * @param protocol {@code default} or NCCL's name
 * @param tokens tokens of the step
 * @param bytes message size of its AllReduces
 * @param calls AllReduces a step
 * @param stepUs microseconds of the step
 * @param round which of the alternating rounds
 */
public record StepRow(
    int nRanks,
    String algorithm,
    String protocol,
    long tokens,
    long bytes,
    int calls,
    double stepUs,
    int round)
    implements TraceRecord {}
