package dev.ringside.benefit;

import dev.ringside.summary.EngineFacts;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

/**
 * Which messages an engine's own all-reduces take before NCCL is asked, by engine release, backend,
 * GPU and number of ranks. The rules are data, {@code engine-rules.csv}, each with its source.
 *
 * <pre>{@code
 * Optional<EngineRules.Reach> reach = EngineRules.load().reach(engine, "9.0", 8, 8192);
 * }</pre>
 */
public final class EngineRules {
  private static final String RESOURCE = "engine-rules.csv";
  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).setCommentMarker('#').get();

  private final List<Rule> rules;

  /**
   * How far the engine's own all-reduces reach.
   *
   * @param bytes largest message that one of them takes
   * @param backend the one that reaches so far
   * @param source where the limit is from
   */
  public record Reach(long bytes, String backend, String source) {}

  private record Rule(
      String engine,
      String from,
      String before,
      String backend,
      String with,
      String capability,
      int nRanks,
      long maxBytes,
      long maxTokens,
      String source) {}

  private EngineRules(List<Rule> rules) {
    this.rules = rules;
  }

  /** The rules that ship with ringside. */
  public static EngineRules load() {
    try (InputStream in = EngineRules.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("resource missing: " + RESOURCE);
      }
      List<Rule> rules = new ArrayList<>();
      for (CSVRecord row : FORMAT.parse(new InputStreamReader(in, StandardCharsets.UTF_8))) {
        rules.add(rule(row));
      }
      return new EngineRules(rules);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Rule rule(CSVRecord row) {
    long bytes = row.get("max_bytes").isEmpty() ? -1 : Long.parseLong(row.get("max_bytes"));
    return new Rule(
        row.get("engine"),
        row.get("from"),
        row.get("before"),
        row.get("backend"),
        row.get("with"),
        row.get("capability"),
        Integer.parseInt(row.get("nranks")),
        row.get("bound").equals("below") ? bytes - 1 : bytes,
        row.get("max_tokens").isEmpty() ? -1 : Long.parseLong(row.get("max_tokens")),
        row.get("source"));
  }

  /**
   * How far the backends reach that the engine says are active; empty where none is, or no rule
   * covers them. An engine that does not print its release is taken at the smallest limit of any.
   *
   * @param capability compute capability of the GPUs, such as {@code 9.0}; empty unknown, then only
   *     rules for every GPU count
   * @param bytesPerToken turns limits in tokens into bytes; 0 unknown, then these rules do not
   *     count
   */
  public Optional<Reach> reach(
      EngineFacts engine, String capability, int nRanks, long bytesPerToken) {
    Set<String> active =
        engine.backends().stream()
            .filter(EngineFacts.Backend::active)
            .map(EngineFacts.Backend::name)
            .collect(Collectors.toSet());
    return active.stream()
        .flatMap(b -> reach(engine, b, active, capability, nRanks, bytesPerToken).stream())
        .max(Comparator.comparingLong(Reach::bytes));
  }

  private Optional<Reach> reach(
      EngineFacts engine,
      String backend,
      Set<String> active,
      String capability,
      int nRanks,
      long bytesPerToken) {
    return rules.stream()
        .filter(r -> r.engine().equals(engine.name()) && r.backend().equals(backend))
        .filter(r -> r.nRanks() == nRanks && covers(r, engine.version()))
        .filter(r -> r.with().isEmpty() || active.contains(r.with()))
        .filter(r -> r.capability().equals("*") || r.capability().equals(capability))
        .filter(r -> r.maxBytes() >= 0 || bytesPerToken > 0)
        .map(r -> new Reach(bytes(r, bytesPerToken), backend, r.source()))
        .min(Comparator.comparingLong(Reach::bytes));
  }

  private static long bytes(Rule rule, long bytesPerToken) {
    return rule.maxBytes() >= 0 ? rule.maxBytes() : rule.maxTokens() * bytesPerToken;
  }

  private static boolean covers(Rule rule, String version) {
    return version.isEmpty()
        || (compare(version, rule.from()) >= 0
            && (rule.before().isEmpty() || compare(version, rule.before()) < 0));
  }

  /** By the numbers at the front of each part: a development version is taken as its release. */
  private static int compare(String left, String right) {
    String[] a = left.split("[.+]", -1);
    String[] b = right.split("[.+]", -1);
    for (int i = 0; i < 3; i++) {
      int difference = Integer.compare(number(a, i), number(b, i));
      if (difference != 0) {
        return difference;
      }
    }
    return 0;
  }

  private static int number(String[] parts, int index) {
    String digits = index < parts.length ? parts[index].replaceFirst("\\D.*", "") : "";
    return digits.isEmpty() || digits.length() > 9 ? 0 : Integer.parseInt(digits);
  }
}
