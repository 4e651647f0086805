package dev.ringside.baseline;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Health limits by fabric, from a CSV that a person may edit. The first row that fits decides.
 *
 * <pre>{@code
 * HealthLimits limits = HealthLimits.builtin();
 * }</pre>
 */
public final class HealthLimits {
  private static final String BUILTIN = "health-limits.csv";
  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT
          .builder()
          .setHeader()
          .setSkipHeaderRecord(true)
          .setCommentMarker('#')
          .setIgnoreEmptyLines(true)
          .setTrim(true)
          .get();

  private final List<HealthLimit> limits;

  private HealthLimits(List<HealthLimit> limits) {
    this.limits = List.copyOf(limits);
  }

  /** The limits that come with ringside. */
  public static HealthLimits builtin() {
    try (InputStream in = HealthLimits.class.getResourceAsStream(BUILTIN)) {
      return parse(new InputStreamReader(in, StandardCharsets.UTF_8), BUILTIN);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text of the built-in file, to be edited and given back. */
  public static String builtinText() {
    try (InputStream in = HealthLimits.class.getResourceAsStream(BUILTIN)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads limits.
   *
   * @throws IllegalArgumentException with file, line and what is wrong
   */
  public static HealthLimits parse(Reader reader, String name) throws IOException {
    List<HealthLimit> limits = new ArrayList<>();
    try (CSVParser parser = FORMAT.parse(reader)) {
      for (CSVRecord row : parser) {
        String place = name + ":" + parser.getCurrentLineNumber() + ": ";
        try {
          limits.add(limit(row));
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(place + e.getMessage(), e);
        }
      }
    }
    return new HealthLimits(limits);
  }

  private static HealthLimit limit(CSVRecord row) {
    String nodes = row.get("nodes");
    if (!nodes.equals("one") && !nodes.equals("several")) {
      throw new IllegalArgumentException("nodes is \"" + nodes + "\" (one, several)");
    }
    double healthy = number(row, "healthy");
    double poor = number(row, "poor");
    if (poor > healthy) {
      throw new IllegalArgumentException("poor is above healthy");
    }
    return new HealthLimit(
        row.get("fabric"),
        nodes.equals("one"),
        row.get("gpu"),
        (int) number(row, "min_ranks"),
        unit(row.get("unit")),
        healthy,
        poor,
        row.get("why"));
  }

  private static HealthLimit.Unit unit(String word) {
    for (HealthLimit.Unit unit : HealthLimit.Unit.values()) {
      if (unit.word().equals(word)) {
        return unit;
      }
    }
    throw new IllegalArgumentException("unknown unit \"" + word + "\" (GB/s, share, ratio)");
  }

  private static double number(CSVRecord row, String column) {
    try {
      double value = Double.parseDouble(row.get(column));
      if (value >= 0 && !Double.isInfinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(column + " is no number: " + row.get(column), e);
    }
    throw new IllegalArgumentException(column + " is no number from 0 on: " + row.get(column));
  }

  /** First limit of a unit that fits. */
  Optional<HealthLimit> find(HealthLimit.Unit unit, boolean isOneNode, String gpu, int nRanks) {
    return limits.stream()
        .filter(l -> l.unit() == unit && l.isOneNode() == isOneNode)
        .filter(l -> l.isFor(gpu) && nRanks >= l.minRanks())
        .findFirst();
  }

  /** First limit of that name. */
  Optional<HealthLimit> named(String fabric) {
    return limits.stream().filter(l -> l.fabric().equals(fabric)).findFirst();
  }
}
