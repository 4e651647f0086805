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
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks a tuner plugin through {@code tuner-probe}, which survives whatever the plugin does. */
final class ProbeRun {
  private static final int USAGE = 2;
  private static final int CANNOT_LOAD = 3;

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

  /** One answer a point, in order; fewer where the plugin died too often. */
  List<PluginDecision> ask(List<CheckPoint> points) throws IOException, InterruptedException {
    Path file = Files.createTempFile("ringside-points", ".txt");
    Path errors = Files.createTempFile("ringside-probe", ".err");
    try {
      Files.write(file, points.stream().map(CheckPoint::line).toList());
      ProcessBuilder builder =
          new ProcessBuilder(
              probe.toString(), "--plugin", plugin.toString(), "--points", file.toString());
      builder.environment().put("NCCL_TUNER_CONFIG_FILE", tuner);
      Process process = builder.redirectError(errors.toFile()).start();
      List<PluginDecision> decisions = decisions(process.getInputStream());
      check(process.waitFor(), errors);
      return decisions;
    } finally {
      Files.delete(file);
      Files.delete(errors);
    }
  }

  private void check(int status, Path errors) throws IOException {
    if (status == USAGE || status == CANNOT_LOAD) {
      String said =
          Files.readAllLines(errors).stream()
              .map(l -> l.replaceFirst("^tuner-probe: ", ""))
              .limit(1)
              .collect(Collectors.joining());
      throw UserError.usage(plugin.toString(), said, "give a tuner plugin with --plugin");
    }
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
