package dev.ringside.cost;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

/**
 * A host that somebody published figures of: its latencies, what NCCL takes there and what it
 * forbids. Speaks only where a user asks for it by name.
 *
 * @param name such as {@code published:epyc-turin}
 * @param forbidden protocols that NCCL rules out on that host
 */
public record PublishedProfile(
    String name, List<CurveSet> curves, List<OwnChoiceRange> ownChoices, Set<Protocol> forbidden) {

  /** Name of the profile of a dual EPYC Turin host with PCIe GPUs. */
  public static final String EPYC_TURIN = "published:epyc-turin";

  /**
   * What NCCL takes of itself for AllReduce on one node.
   *
   * @param evidence {@code stated}, or what it was inferred from
   */
  public record OwnChoiceRange(
      int nRanks,
      long minBytes,
      long maxBytes,
      Algorithm algorithm,
      Protocol protocol,
      String evidence) {}

  public PublishedProfile {
    curves = List.copyOf(curves);
    ownChoices = List.copyOf(ownChoices);
    forbidden = Set.copyOf(forbidden);
  }

  /** Whether an argument asks for a published profile and not for a file. */
  public static boolean isPublished(String argument) {
    return argument.startsWith("published:");
  }

  /**
   * Of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static PublishedProfile named(String name) {
    if (!name.equals(EPYC_TURIN)) {
      throw new IllegalArgumentException(
          "no published figures \"" + name + "\" (" + EPYC_TURIN + ")");
    }
    return new PublishedProfile(
        name,
        PublishedCurves.epycTurin(),
        read("published-epyc-turin-choices.csv"),
        EnumSet.of(Protocol.LL128));
  }

  /** NCCL's own choice there; empty where the publication does not tell. */
  public Optional<OwnChoiceRange> ownChoice(int nRanks, int nNodes, long bytes) {
    return ownChoices.stream()
        .filter(c -> nNodes == 1 && c.nRanks() == nRanks)
        .filter(c -> c.minBytes() <= bytes && bytes <= c.maxBytes())
        .findFirst();
  }

  private static List<OwnChoiceRange> read(String resource) {
    CSVFormat format =
        CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .setCommentMarker('#')
            .get();
    try (InputStream in = PublishedProfile.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("resource missing: " + resource);
      }
      return format.parse(new InputStreamReader(in, StandardCharsets.UTF_8)).stream()
          .map(PublishedProfile::range)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static OwnChoiceRange range(CSVRecord row) {
    return new OwnChoiceRange(
        Integer.parseInt(row.get("nranks")),
        Long.parseLong(row.get("min_bytes")),
        Long.parseLong(row.get("max_bytes")),
        Algorithm.ofName(row.get("algorithm")).orElseThrow(),
        Protocol.ofName(row.get("protocol")).orElseThrow(),
        row.get("evidence"));
  }
}
