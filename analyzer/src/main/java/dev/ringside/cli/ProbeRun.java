package dev.ringside.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks a tuner plugin through {@code tuner-probe}, which survives whatever the plugin does. */
final class ProbeRun {
  private static final int USAGE = 2;
  private static final int CANNOT_LOAD = 3;
  private static final String PREFIX = "tuner-probe: ";

  /** Settings that the plugin would read beside the tuner file. */
  private static final List<String> OWN_CONFIGURATION =
      List.of(
          "NCCL_ALGO",
          "NCCL_PROTO",
          "NCCL_TUNER_LL_MAX_4GPU",
          "NCCL_TUNER_LL_MAX_8GPU",
          "NCCL_TUNER_LL128_MAX_8GPU");

  private final Path probe;
  private final Path plugin;
  private final String tuner;
  private final JsonMapper json = new JsonMapper();

  /** {@code tuner} is the value of NCCL_TUNER_CONFIG_FILE for the plugin. */
  ProbeRun(Path probe, Path plugin, String tuner) {
    this.probe = probe;
    this.plugin = plugin;
    this.tuner = tuner;
  }

  /**
   * One answer a point, in order; fewer where the plugin died too often. Empty where the plugin has
   * not that version of the API.
   *
   * @throws UserError where the plugin cannot be loaded
   */
  Optional<List<PluginDecision>> ask(int api, List<CheckPoint> points, Optional<LoggedCosts> costs)
      throws IOException, InterruptedException {
    Path dir = Files.createTempDirectory("ringside-probe");
    Path questions = dir.resolve("points");
    Path table = dir.resolve("costs");
    Path errors = dir.resolve("errors");
    // Where a signal ends the process in between; the last one goes first.
    List.of(dir, questions, table, errors).forEach(f -> f.toFile().deleteOnExit());
    try {
      Files.write(questions, points.stream().map(CheckPoint::line).toList());
      List<String> command =
          new ArrayList<>(
              List.of(probe.toString(), "--plugin", plugin.toString(), "--api", "" + api));
      command.addAll(List.of("--points", questions.toString()));
      if (costs.isPresent()) {
        Files.write(table, costs.get().lines());
        command.addAll(List.of("--costs", table.toString()));
      }
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().keySet().removeAll(OWN_CONFIGURATION);
      builder.environment().put("NCCL_TUNER_CONFIG_FILE", tuner);
      Process process = builder.redirectError(errors.toFile()).start();
      List<PluginDecision> decisions = decisions(process.getInputStream());
      int status = process.waitFor();
      String said = said(errors);
      if (status == CANNOT_LOAD && said.endsWith(" has no ncclTunerPlugin_v" + api)) {
        return Optional.empty();
      }
      if (status == USAGE || status == CANNOT_LOAD) {
        throw UserError.usage(plugin.toString(), said, "give a tuner plugin with --plugin");
      }
      return Optional.of(decisions);
    } finally {
      for (Path file : List.of(questions, table, errors, dir)) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static String said(Path errors) throws IOException {
    return Files.readAllLines(errors).stream()
        .filter(l -> l.startsWith(PREFIX))
        .map(l -> l.substring(PREFIX.length()))
        .findFirst()
        .orElse("");
  }

  private List<PluginDecision> decisions(InputStream out) throws IOException {
    List<PluginDecision> decisions = new ArrayList<>();
    BufferedReader lines = new BufferedReader(new InputStreamReader(out, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      decisions.add(decision(json.readTree(line)));
    }
    return decisions;
  }

  private static PluginDecision decision(JsonNode answer) {
    boolean isChosen = answer.path("algo").isString();
    String choice =
        isChosen
            ? answer.path("algo").asString() + "/" + answer.path("proto").asString()
            : PluginDecision.NONE;
    String fault =
        answer.has("error")
            ? answer.path("error").asString()
            : answer.has("lifted")
                ? "lifts a ban"
                : answer.has("overrun") ? "overruns the table" : "";
    return new PluginDecision(choice, answer.path("channels").asInt(), fault);
  }
}
