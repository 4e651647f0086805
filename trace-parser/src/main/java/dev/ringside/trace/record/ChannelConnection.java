package dev.ringside.trace.record;

/**
 * One connection of a channel.
 *
 * @param connection index of the connection; -1 where not printed
 * @param from sending rank
 * @param to receiving rank
 * @param transport text behind {@code via}, with the network device number taken out: {@code
 *     SHM/direct/direct}, {@code P2P/CUMEM}, {@code NET/IB/GDRDMA}
 * @param receive whether the receiving side wrote the line
 */
public record ChannelConnection(
    int site, int channel, int connection, int from, int to, String transport, boolean receive)
    implements TraceRecord {}
