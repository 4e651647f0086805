package dev.ringside.baseline;

/**
 * A benchmark run whose results were checked while LL128 carried them.
 *
 * @param source file as named on input
 * @param test such as {@code all_reduce}
 * @param nRanks -1 unknown
 * @param gpu empty unknown
 * @param algorithm {@code Ring}, {@code Tree} or empty where nothing shows it
 * @param type element type, nccl-tests' word
 * @param launch {@code graph} or {@code eager}; empty where the header does not say
 * @param minBytes smallest size checked
 * @param maxBytes largest size checked
 * @param checked operations whose result was compared
 * @param wrong values that came out wrong
 */
public record CheckedRun(
    String source,
    String test,
    int nRanks,
    String gpu,
    String algorithm,
    String type,
    String launch,
    long minBytes,
    long maxBytes,
    long checked,
    long wrong) {}
