package dev.ringside.trace.record;

/**
 * Which network NCCL uses and how: {@code Using network}, {@code NET/IB : Using}, GPU Direct RDMA.
 */
public record NetworkLine(int site, String text) implements TraceRecord {}
