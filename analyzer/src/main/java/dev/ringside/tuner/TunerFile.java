package dev.ringside.tuner;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * The rules of a tuner file in file order: the CSV form of NCCL's example tuner plugin, read
 * strictly. For one message the first rule wins that matches it and whose table entry NCCL does not
 * forbid; see {@link ZoneMap}.
 *
 * <pre>{@code
 * TunerFile zones = TunerFile.builtin("builtin:epyc-turin");
 * ZoneMap map = ZoneMap.of(zones, 8, 1);
 * Optional<TunerRule> rule =
 *     map.firstUsable(TunerCall.allReduce(1 << 20, 8, true), (algorithm, protocol) -> true);
 * }</pre>
 *
 * @param name how messages call it
 */
public record TunerFile(String name, List<TunerRule> rules) {

  /** Name of the zones published for a dual EPYC Turin host. */
  public static final String EPYC_TURIN = "builtin:epyc-turin";

  private static final String BUILTIN_PREFIX = "builtin:";

  public TunerFile {
    rules = List.copyOf(rules);
  }

  /**
   * Reads a whole file.
   *
   * @param name stands in front of the line number in messages
   * @throws IllegalArgumentException where the file breaks the grammar; the message reads {@code
   *     NAME:LINE: what is wrong}
   */
  public static TunerFile parse(InputStream in, String name) throws IOException {
    return new TunerFile(name, RuleGrammar.parse(in, name));
  }

  /** Whether the name asks for shipped zones and not for a file. */
  public static boolean isBuiltin(String name) {
    return name.startsWith(BUILTIN_PREFIX);
  }

  /**
   * Shipped zones; so far {@link #EPYC_TURIN} alone.
   *
   * @throws IllegalArgumentException if there are none of that name
   */
  public static TunerFile builtin(String name) {
    if (!name.equals(EPYC_TURIN)) {
      throw new IllegalArgumentException("no builtin zones \"" + name + "\" (" + EPYC_TURIN + ")");
    }
    try (InputStream in = TunerFile.class.getResourceAsStream("epyc-turin.csv")) {
      if (in == null) {
        throw new IllegalStateException("epyc-turin.csv is missing from the build");
      }
      return parse(in, name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What the plugin would follow without a tuner file: the builtin zones with their ends moved by
   * {@code NCCL_TUNER_LL_MAX_4GPU}, {@code NCCL_TUNER_LL_MAX_8GPU} and {@code
   * NCCL_TUNER_LL128_MAX_8GPU} (digits, then K, M, G or nothing); empty where none of them is set.
   *
   * @throws IllegalArgumentException for a value that is no number of bytes
   */
  public static Optional<TunerFile> ofVariables(Map<String, String> environment) {
    return ZoneLimits.of(environment)
        .map(limits -> new TunerFile(EPYC_TURIN, limits.apply(builtin(EPYC_TURIN).rules())));
  }

  /** Writes the ten-field form, each line of {@code comments} in front as a comment. */
  public void write(Appendable out, List<String> comments) throws IOException {
    for (String comment : comments) {
      out.append(comment.isEmpty() ? "#" : "# " + comment).append('\n');
    }
    out.append("# ").append(RuleGrammar.FIELDS).append('\n');
    CSVPrinter printer =
        new CSVPrinter(
            out,
            CSVFormat.DEFAULT
                .builder()
                .setRecordSeparator('\n')
                .setQuote(null)
                .setEscape('\\')
                .get());
    for (TunerRule r : rules) {
      printer.printRecord(
          r.collective().ncclName().toLowerCase(Locale.ROOT),
          r.minBytes(),
          r.maxBytes(),
          r.algorithm().tunerName(),
          r.protocol().tunerName(),
          r.channels() > 0 ? r.channels() : TunerRule.ANY,
          r.nNodes(),
          r.nRanks(),
          r.numPipeOps(),
          r.regBuff());
    }
  }
}
