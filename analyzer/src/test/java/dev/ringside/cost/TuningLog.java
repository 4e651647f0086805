package dev.ringside.cost;

import dev.ringside.summary.CostEntry;
import dev.ringside.summary.PrintedCosts;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Plain reading of a log's cost tables and per-call choices, line by line, in one process: a second
 * opinion beside the readers, which these tests must not depend on.
 */
final class TuningLog {

  private static final Pattern CHOICE =
      Pattern.compile(
          "NCCL INFO (\\w+): (\\d+) Bytes -> Algo (\\w+) proto (\\w+) channel\\{Lo\\.\\.Hi\\}="
              + "\\{(\\d+)\\.\\.(\\d+)\\}");
  private static final Pattern VERSION = Pattern.compile("NCCL version (\\S+)");
  private static final Pattern SHAPE = Pattern.compile(" nRanks (\\d+) nNodes (\\d+) ");
  private static final Pattern CHANNELS = Pattern.compile("INFO (\\d+) coll channels");
  private static final Pattern THRESHOLDS =
      Pattern.compile("threadThresholds (\\d+)/(\\d+)/(\\d+) \\| (\\d+)/(\\d+)/(\\d+)");

  /** One per-call line, with what its communicator printed before. */
  record Line(
      Collective collective,
      long rankBytes,
      Algorithm algorithm,
      Protocol protocol,
      int channels,
      PrintedCosts costs,
      Map<String, Integer> maxThreads,
      List<Long> thresholds,
      CostContext context) {}

  private NcclRelease release = NcclRelease.NEWEST_KNOWN;
  private int nRanks = -1;
  private int nNodes = -1;
  private int nChannels = -1;
  private List<Long> thresholds = List.of();
  private List<CostEntry> entries = new ArrayList<>();
  private Map<String, Integer> maxThreads = new HashMap<>();
  private List<Algorithm> block = List.of();
  private final List<Line> lines = new ArrayList<>();

  static List<Line> read(Path file) throws IOException {
    TuningLog log = new TuningLog();
    for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
      log.take(line);
    }
    return log.lines;
  }

  private void take(String line) {
    Matcher m = VERSION.matcher(line);
    if (m.find()) {
      release = NcclRelease.parse(m.group(1)).orElseThrow();
    }
    m = SHAPE.matcher(line);
    if (m.find()) {
      nRanks = Integer.parseInt(m.group(1));
      nNodes = Integer.parseInt(m.group(2));
    }
    m = CHANNELS.matcher(line);
    if (m.find()) {
      nChannels = Integer.parseInt(m.group(1));
    }
    m = THRESHOLDS.matcher(line);
    if (m.find()) {
      thresholds = new ArrayList<>();
      for (int i = 1; i <= 6; i++) {
        thresholds.add(Long.valueOf(m.group(i)));
      }
    }
    if (line.contains(" |")) {
      takeTable(line.substring(line.indexOf("INFO") + 4).split("\\|", -1));
    }
    m = CHOICE.matcher(line);
    if (m.find()) {
      takeChoice(m);
    }
  }

  private void takeTable(String[] cells) {
    String head = cells[0].strip();
    if (head.equals("Algorithm")) {
      block = new ArrayList<>();
      for (int i = 1; i < cells.length; i++) {
        Algorithm.ofName(cells[i].strip()).ifPresent(block::add);
      }
      if (block.get(0) == Algorithm.TREE) {
        entries = new ArrayList<>();
        maxThreads = new HashMap<>();
      }
    } else if (head.equals("Max NThreads")) {
      for (int i = 0; i < block.size() * 3; i++) {
        maxThreads.put(key(block.get(i / 3), i % 3), Integer.valueOf(cells[i + 1].strip()));
      }
    } else if (Collective.ofNcclName(head).isPresent() && cells.length > block.size() * 3) {
      for (int i = 0; i < block.size() * 3; i++) {
        String[] cell = cells[i + 1].split("/", -1);
        entries.add(
            new CostEntry(
                Collective.ofNcclName(head).orElseThrow(),
                block.get(i / 3),
                Protocol.values()[i % 3],
                Double.parseDouble(cell[0]),
                Double.parseDouble(cell[1])));
      }
    }
  }

  private void takeChoice(Matcher m) {
    lines.add(
        new Line(
            Collective.ofNcclName(m.group(1)).orElseThrow(),
            Long.parseLong(m.group(2)),
            Algorithm.ofName(m.group(3)).orElseThrow(),
            Protocol.ofName(m.group(4)).orElseThrow(),
            Integer.parseInt(m.group(6)) - Integer.parseInt(m.group(5)) + 1,
            new PrintedCosts(entries, List.of()),
            maxThreads,
            thresholds,
            new CostContext(release, Math.max(nRanks, 1), nNodes, nChannels, nRanks, -1, true)));
  }

  static String key(Algorithm algorithm, int protocol) {
    return algorithm + "/" + protocol;
  }
}
