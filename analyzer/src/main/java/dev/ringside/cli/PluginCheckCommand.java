package dev.ringside.cli;

import dev.ringside.report.Plain;
import dev.ringside.tuner.TunerFile;
import dev.ringside.tuner.ZoneMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ringside plugin check}. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    versionProvider = Ringside.Version.class,
    header = "Compare a plugin's decisions with the model's, without a GPU.",
    footer = {"", "Exit status 1 where any decision differs."})
final class PluginCheckCommand implements Callable<Integer> {
  private static final int SHOWN = 5;

  @Option(
      names = "--plugin",
      paramLabel = "SO",
      description = "Any tuner plugin; default is ringside's own.")
  private Path plugin;

  @Option(
      names = "--tuner",
      paramLabel = "F",
      defaultValue = TunerFile.EPYC_TURIN,
      description = "Tuner file that both follow (default: ${DEFAULT-VALUE}).")
  private String tuner;

  private final Terminal terminal;

  PluginCheckCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    TunerFile file = TunerFiles.open(tuner);
    Installation here = Installation.ofProcess();
    Path so = plugin == null ? here.plugin() : plugin;
    if (plugin != null && !Files.isRegularFile(plugin)) {
      throw UserError.usage(plugin.toString(), "no such plugin", "give the path of a tuner plugin");
    }
    List<CheckPoint> points =
        new CheckPoints(file, List.of(CheckPoint.ALL, CheckPoint.withoutLl128(), 0)).points();
    List<PluginDecision> answers = new ProbeRun(here.probe(), so, tuner).ask(points);
    List<String> differences = differences(file, points, answers);
    terminal
        .out()
        .println(
            Plain.line(
                String.format(
                    Locale.ROOT,
                    "%s: %,d points of %s, %s",
                    so,
                    points.size(),
                    tuner,
                    differences.isEmpty()
                        ? "no difference"
                        : differences.size() + " differences")));
    differences.stream().limit(SHOWN).forEach(d -> terminal.out().println("  " + Plain.line(d)));
    return (differences.isEmpty() ? ExitStatus.DONE : ExitStatus.FINDINGS).code();
  }

  private static List<String> differences(
      TunerFile file, List<CheckPoint> points, List<PluginDecision> answers) {
    Map<List<Integer>, ZoneMap> zones = new HashMap<>();
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      CheckPoint point = points.get(i);
      int nRanks = point.call().nRanks();
      int nNodes = point.call().nNodes();
      ZoneMap map =
          zones.computeIfAbsent(List.of(nRanks, nNodes), k -> ZoneMap.of(file, nRanks, nNodes));
      PluginDecision model = PluginDecision.ofModel(map, point);
      String answer = i < answers.size() ? answers.get(i).toString() : "no answer";
      if (!answer.equals(model.toString())) {
        differences.add(point.line() + ": model " + model + ", plugin " + answer);
      }
    }
    return differences;
  }
}
