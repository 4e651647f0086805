package dev.ringside.trace.record;

/**
 * Result of the topology search for one pattern.
 *
 * @param bwIntra GB/s a channel inside a node
 * @param bwInter GB/s a channel between nodes
 * @param typeIntra worst path inside a node: LOC, NVL, NVB, C2C, PIX, PXB, PXN, P2C, PHB, SYS
 * @param typeInter worst path to the network
 * @param sameChannels -1 where not printed
 */
public record GraphPattern(
    int site,
    int pattern,
    int crossNic,
    int nChannels,
    double bwIntra,
    double bwInter,
    String typeIntra,
    String typeInter,
    int sameChannels)
    implements TraceRecord {}
