package dev.ringside.tuner;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * The tuner file's grammar, byte for byte that of the plugin (plugin-native/src/rules.c): a file
 * that one side takes and the other refuses would make a prediction about rules that never ran.
 */
final class RuleGrammar {

  /** The fields by name, as header comments give them. */
  static final String FIELDS =
      "collective,min_bytes,max_bytes,algorithm,protocol,channels,nNodes,nRanks,numPipeOps,regBuff";

  static final int MAX_RULES = 4096;
  static final int MAX_LINE_BYTES = 1024;
  static final int MAX_FILE_BYTES = 1024 * 1024;

  /** NCCL's MAXCHANNELS (NCCL src/include/device.h). */
  static final int MAX_CHANNELS = 64;

  private static final int MIN_FIELDS = 8;
  private static final int MAX_FIELDS = 10;
  private static final int SHOWN_BYTES = 32;
  private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

  // No quoting and no trimming: the library's idea of a blank is wider than the plugin's.
  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT.builder().setQuote(null).setIgnoreEmptyLines(false).get();

  private static final Map<String, Collective> COLLECTIVES =
      Stream.of(
              Collective.BROADCAST,
              Collective.REDUCE,
              Collective.ALL_GATHER,
              Collective.REDUCE_SCATTER,
              Collective.ALL_REDUCE)
          .collect(
              Collectors.toUnmodifiableMap(
                  c -> c.ncclName().toLowerCase(Locale.ROOT), Function.identity()));
  private static final String COLLECTIVE_NAMES =
      "broadcast, reduce, allgather, reducescatter, allreduce";

  private final String name;
  private final int line;

  private RuleGrammar(String name, int line) {
    this.name = name;
    this.line = line;
  }

  static List<TunerRule> parse(InputStream in, String name) throws IOException {
    byte[] content = in.readNBytes(MAX_FILE_BYTES + 1);
    if (content.length > MAX_FILE_BYTES) {
      throw new IllegalArgumentException(name + ": larger than " + MAX_FILE_BYTES + " bytes");
    }
    // One character a byte, so that limits and positions are the plugin's.
    String text = new String(content, StandardCharsets.ISO_8859_1);
    if (text.startsWith(BYTE_ORDER_MARK)) {
      text = text.substring(BYTE_ORDER_MARK.length());
    }
    List<TunerRule> rules = new ArrayList<>();
    int line = 0;
    for (int at = 0; at < text.length(); ) {
      int newline = text.indexOf('\n', at);
      int end = newline < 0 ? text.length() : newline;
      new RuleGrammar(name, ++line).takeLine(text.substring(at, end), rules);
      at = end + 1;
    }
    return rules;
  }

  private void takeLine(String raw, List<TunerRule> rules) throws IOException {
    String text = raw.endsWith("\r") ? raw.substring(0, raw.length() - 1) : raw;
    if (text.length() > MAX_LINE_BYTES) {
      throw refuse("line longer than " + MAX_LINE_BYTES + " bytes");
    }
    text = trim(text);
    if (text.isEmpty() || text.startsWith("#")) {
      return;
    }
    if (rules.size() == MAX_RULES) {
      throw refuse("more than " + MAX_RULES + " rules");
    }
    rules.add(rule(split(text)));
  }

  private List<String> split(String text) throws IOException {
    if (text.indexOf('\r') >= 0) {
      throw refuse("carriage return inside the line");
    }
    try (CSVParser parser = CSVParser.parse(text, FORMAT)) {
      CSVRecord row = parser.iterator().next();
      return row.stream().map(RuleGrammar::trim).toList();
    }
  }

  private TunerRule rule(List<String> f) {
    int n = f.size();
    if (n < MIN_FIELDS || n > MAX_FIELDS) {
      throw refuse(
          n
              + (n == 1 ? " field" : " fields")
              + " where a rule has 8 to 10: collective,min_bytes,max_bytes,algorithm,protocol,"
              + "channels,nNodes,nRanks[,numPipeOps[,regBuff]]");
    }
    Collective collective = collective(f.get(0));
    long min = bytes("min_bytes", f.get(1));
    long max = bytes("max_bytes", f.get(2));
    Algorithm algorithm = word("algorithm", f.get(3), Algorithm.values(), Algorithm::tunerName);
    Protocol protocol = word("protocol", f.get(4), Protocol.values(), Protocol::tunerName);
    int channels = small("channels", f.get(5), 0, MAX_CHANNELS);
    int nNodes = small("nNodes", f.get(6), 1, Integer.MAX_VALUE);
    int nRanks = small("nRanks", f.get(7), 1, Integer.MAX_VALUE);
    int pipeOps = n > 8 ? small("numPipeOps", f.get(8), 1, Integer.MAX_VALUE) : TunerRule.ANY;
    int regBuff = n > 9 ? small("regBuff", f.get(9), 0, 1) : TunerRule.ANY;
    if (min > max) {
      throw refuse("min_bytes " + min + " is above max_bytes " + max);
    }
    return new TunerRule(
        line,
        collective,
        min,
        max,
        algorithm,
        protocol,
        Math.max(channels, 0),
        nNodes,
        nRanks,
        pipeOps,
        regBuff);
  }

  private Collective collective(String field) {
    Collective known = COLLECTIVES.get(field);
    if (known == null) {
      throw unknown("collective", field, COLLECTIVE_NAMES);
    }
    return known;
  }

  private <E> E word(String what, String field, E[] values, Function<E, String> spelling) {
    for (E value : values) {
      if (spelling.apply(value).equals(field)) {
        return value;
      }
    }
    throw unknown(
        what, field, Arrays.stream(values).map(spelling).collect(Collectors.joining(", ")));
  }

  private IllegalArgumentException unknown(String what, String field, String known) {
    return refuse("unknown " + what + " \"" + shown(field) + "\" (" + known + ")");
  }

  private long bytes(String what, String field) {
    long value = number(field);
    if (value < 0) {
      throw refuse(what + " \"" + shown(field) + "\" is not a number from 0 to " + Long.MAX_VALUE);
    }
    return value;
  }

  /** -1, or {@code min} to {@code max}. */
  private int small(String what, String field, int min, int max) {
    if (field.equals("-1")) {
      return TunerRule.ANY;
    }
    long value = number(field);
    if (value < min || value > max) {
      throw refuse(
          what + " \"" + shown(field) + "\" is not -1 or a number from " + min + " to " + max);
    }
    return (int) value;
  }

  /** Digits only, at most {@link Long#MAX_VALUE}; -1 for anything else. */
  static long number(String text) {
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9 || value > (Long.MAX_VALUE - digit) / 10) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return text.isEmpty() ? -1 : value;
  }

  private static String trim(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isBlank(text.charAt(from))) {
      from++;
    }
    while (from < to && isBlank(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  /** A field as it may stand in a log: short, printable ASCII. */
  private static String shown(String field) {
    String head = field.length() > SHOWN_BYTES ? field.substring(0, SHOWN_BYTES) : field;
    return head.replaceAll("[^ -~]|\"", "?") + (field.length() > SHOWN_BYTES ? "..." : "");
  }

  private IllegalArgumentException refuse(String message) {
    return new IllegalArgumentException(name + ":" + line + ": " + message);
  }
}
