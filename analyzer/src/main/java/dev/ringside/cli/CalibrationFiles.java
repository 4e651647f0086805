package dev.ringside.cli;

import dev.ringside.calibrate.SweepCollector;
import dev.ringside.calibrate.Sweeps;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.PublishedProfile;
import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.ReadOutcome;
import dev.ringside.trace.TraceFiles;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads what {@code --calibration [[ALGO/]PROTO=]F} names. */
final class CalibrationFiles {
  private final List<Path> files = new ArrayList<>();
  private final Map<String, CurveChoice> pins = new HashMap<>();
  private Optional<PublishedProfile> published = Optional.empty();

  private CalibrationFiles() {}

  /** What was read: measured curves, and a published host where one was asked for. */
  record Read(Sweeps sweeps, Optional<PublishedProfile> published) {}

  static Read read(List<String> arguments) {
    CalibrationFiles calibration = new CalibrationFiles();
    arguments.forEach(calibration::add);
    SweepCollector collector = new SweepCollector();
    ReadOutcome outcome = TraceFiles.read(calibration.files, ReadOptions.DEFAULT, collector);
    outcome.missing().stream()
        .findFirst()
        .ifPresent(
            m -> {
              throw UserError.usage(
                  m,
                  "no such calibration file",
                  "give a sweep, a folder of sweeps or " + PublishedProfile.EPYC_TURIN);
            });
    return new Read(collector.sweeps(calibration.pins), calibration.published);
  }

  private void add(String argument) {
    if (PublishedProfile.isPublished(argument)) {
      try {
        published = Optional.of(PublishedProfile.named(argument));
      } catch (IllegalArgumentException e) {
        throw UserError.usage("--calibration", e.getMessage(), "");
      }
      return;
    }
    int equals = argument.indexOf('=');
    boolean isPinned = equals > 0 && !Files.exists(Path.of(argument));
    Path file = Path.of(isPinned ? argument.substring(equals + 1) : argument);
    files.add(file);
    if (isPinned) {
      CurveChoice choice = choice(argument.substring(0, equals));
      under(file).forEach(f -> pins.put(f, choice));
    }
  }

  private static CurveChoice choice(String text) {
    int slash = text.indexOf('/');
    Optional<Protocol> protocol = Protocol.ofName(text.substring(slash + 1));
    Optional<Algorithm> algorithm =
        slash < 0 ? Optional.empty() : Algorithm.ofName(text.substring(0, slash));
    if (protocol.isEmpty() || (slash >= 0 && algorithm.isEmpty())) {
      throw UserError.usage(
          "--calibration", "\"" + text + "\" is no choice", "write Ring/LL=FILE or LL=FILE");
    }
    return new CurveChoice(algorithm, protocol, -1);
  }

  private static List<String> under(Path file) {
    try (Stream<Path> files = Files.walk(file)) {
      return files.filter(Files::isRegularFile).map(Path::toString).toList();
    } catch (IOException | java.io.UncheckedIOException e) {
      return List.of(); // a missing file is said by whoever reads it
    }
  }
}
