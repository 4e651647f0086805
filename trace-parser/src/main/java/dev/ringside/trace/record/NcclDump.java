package dev.ringside.trace.record;

/**
 * A file that NCCL wrote of its search or its machine.
 *
 * @param root {@code graphs} (NCCL_GRAPH_DUMP_FILE) or {@code system} (NCCL_TOPO_DUMP_FILE)
 */
public record NcclDump(XmlElement root) implements TraceRecord {}
