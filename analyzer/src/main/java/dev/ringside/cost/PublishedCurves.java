package dev.ringside.cost;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

/** Figures that others published, shipped as data; used only where they are asked for by name. */
public final class PublishedCurves {
  private static final String EPYC_TURIN = "published-epyc-turin.csv";

  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).setCommentMarker('#').get();

  private PublishedCurves() {}

  /**
   * The published AllReduce figures of a PCIe-only host, {@code published:epyc-turin}: one set a
   * published table, since the tables disagree by a fifth at one size and a difference is only
   * known within one. The latency table (NCCL 2.29.7) comes first.
   */
  public static List<CurveSet> epycTurin() {
    Map<String, List<CSVRecord>> tables = new LinkedHashMap<>();
    for (CSVRecord row : rows()) {
      tables.computeIfAbsent(row.get("table"), t -> new ArrayList<>()).add(row);
    }
    return tables.values().stream().map(PublishedCurves::set).toList();
  }

  private static List<CSVRecord> rows() {
    try (InputStream in = PublishedCurves.class.getResourceAsStream(EPYC_TURIN)) {
      if (in == null) {
        throw new IllegalStateException("resource missing: " + EPYC_TURIN);
      }
      return FORMAT.parse(new InputStreamReader(in, StandardCharsets.UTF_8)).getRecords();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CurveSet set(List<CSVRecord> table) {
    Map<CurveKey, Map<Long, TreeMap<Integer, Double>>> samples = new TreeMap<>();
    for (CSVRecord row : table) {
      int nRanks = Integer.parseInt(row.get("nranks"));
      long bytes = Long.parseLong(row.get("bytes"));
      CurveKey key = new CurveKey(nRanks, 1, choice(row));
      TreeMap<Integer, Double> at =
          samples
              .computeIfAbsent(key, k -> new TreeMap<>())
              .computeIfAbsent(bytes, b -> new TreeMap<>());
      at.put(at.size(), latencyUs(row, nRanks, bytes));
    }
    List<LatencyCurve> curves = new ArrayList<>();
    List<CurveSource> sources = new ArrayList<>();
    samples.forEach(
        (key, sizes) -> {
          List<CurvePoint> points = new ArrayList<>();
          sizes.forEach((bytes, us) -> points.add(new CurvePoint(bytes, 0, 1, us)));
          curves.add(new LatencyCurve(key, points));
          sources.add(new CurveSource("published:epyc-turin", key, "rows"));
        });
    MeasuredHost host =
        new MeasuredHost(
            Optional.of("RTX PRO 6000"), Optional.empty(), Optional.of(table.get(0).get("nccl")));
    return CurveSet.of(CurveBasis.PUBLISHED, host, sources, curves);
  }

  private static CurveChoice choice(CSVRecord row) {
    return Algorithm.ofName(row.get("algorithm"))
        .map(a -> CurveChoice.pinned(a, Protocol.ofName(row.get("protocol")).orElseThrow()))
        .orElseGet(CurveChoice::ncclDefault);
  }

  /** nccl-tests: AllReduce bus bandwidth is 2(n-1)/n × bytes / time, GB = 10⁹ bytes. */
  private static double latencyUs(CSVRecord row, int nRanks, long bytes) {
    double value = Double.parseDouble(row.get("value"));
    return row.get("measure").equals("busbw")
        ? 2.0 * (nRanks - 1) / nRanks * bytes / (value * 1e3)
        : value;
  }
}
