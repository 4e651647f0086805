package dev.ringside.cli;

import dev.ringside.baseline.Side;
import dev.ringside.baseline.SideCollector;
import dev.ringside.baseline.StoredBaseline;
import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.ReadOutcome;
import dev.ringside.trace.TraceFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the states that a command line names.
 *
 * @param isMissing whether an input that was named does not exist; the others were read
 */
record BaselineInputs(List<Side> sides, boolean isMissing) {
  private static final int HEAD = 200;

  static BaselineInputs read(List<Path> inputs, List<String> labelled, Terminal terminal) {
    Map<String, List<Path>> states = new LinkedHashMap<>();
    labelled.forEach(l -> label(l, states));
    boolean areUnlike =
        inputs.stream().map(BaselineInputs::name).distinct().count() == inputs.size();
    for (Path input : inputs) {
      String name = areUnlike ? name(input) : input.toString();
      states.computeIfAbsent(name, n -> new ArrayList<>()).add(input);
    }
    if (states.isEmpty()) {
      throw UserError.usage("", "no input given", "see 'ringside baseline --help'");
    }
    List<Side> sides = new ArrayList<>();
    boolean isMissing = false;
    for (Map.Entry<String, List<Path>> state : states.entrySet()) {
      List<Path> files = state.getValue();
      if (files.size() == 1 && isStored(files.get(0))) {
        sides.add(stored(state.getKey(), files.get(0)));
        continue;
      }
      SideCollector collector = new SideCollector(state.getKey());
      ReadOutcome outcome = TraceFiles.read(files, ReadOptions.DEFAULT, collector);
      isMissing |= !outcome.missing().isEmpty();
      terminal.sayMissing(outcome.missing());
      sides.add(collector.side());
    }
    return new BaselineInputs(sides, isMissing);
  }

  private static void label(String text, Map<String, List<Path>> states) {
    int equals = text.indexOf('=');
    if (equals < 1 || equals == text.length() - 1) {
      throw UserError.usage("--label", "\"" + text + "\" is no NAME=INPUT", "");
    }
    states
        .computeIfAbsent(text.substring(0, equals), n -> new ArrayList<>())
        .add(Path.of(text.substring(equals + 1)));
  }

  private static String name(Path input) {
    Path last = input.getFileName();
    return last == null ? input.toString() : last.toString();
  }

  private static boolean isStored(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(HEAD), StandardCharsets.UTF_8)
          .contains('"' + StoredBaseline.FORMAT + '"');
    } catch (IOException e) {
      return false; // read as a benchmark it gets its loss
    }
  }

  private static Side stored(String label, Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return StoredBaseline.read(in, file.toString()).as(label);
    } catch (IOException e) {
      throw UserError.usage(file.toString(), "cannot be read", "give a stored baseline");
    } catch (IllegalArgumentException e) {
      throw UserError.usage("", e.getMessage(), "make it again with --save");
    }
  }
}
