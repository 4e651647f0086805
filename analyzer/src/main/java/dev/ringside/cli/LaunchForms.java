package dev.ringside.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** How variables reach processes that somebody else starts. */
final class LaunchForms {
  private static final Set<String> CONTAINERS = Set.of("docker", "podman", "nerdctl");

  private LaunchForms() {}

  /** The variables for a shell, containers, Kubernetes, Slurm, Ray and mpirun. */
  static List<String> lines(Map<String, String> variables, String folder) {
    List<String> lines = new ArrayList<>();
    lines.add("# shell, and Slurm: srun --export=ALL hands them on");
    variables.forEach((name, value) -> lines.add("export " + name + "=" + ShellWord.quoted(value)));
    lines.add("");
    lines.add("# docker run, podman run: they hand nothing on by themselves");
    lines.add("docker run " + flags(variables, "-e ") + " -v " + volume(folder) + " IMAGE COMMAND");
    lines.add("");
    lines.add("# Kubernetes: under containers[].env, with a volume mounted at " + folder);
    variables.forEach(
        (name, value) -> lines.add("- {name: " + name + ", value: \"" + escaped(value) + "\"}"));
    lines.add("");
    lines.add("# Ray: ray.init(runtime_env=...), or ray job submit --runtime-env-json");
    lines.add(
        variables.entrySet().stream()
            .map(e -> "\"" + e.getKey() + "\": \"" + escaped(e.getValue()) + "\"")
            .collect(Collectors.joining(", ", "{\"env_vars\": {", "}}")));
    lines.add("");
    lines.add("# Open MPI: for processes on other hosts");
    lines.add("mpirun " + names(variables) + " COMMAND");
    return lines;
  }

  private static String volume(String folder) {
    return ShellWord.quoted(folder + ":" + folder);
  }

  private static String flags(Map<String, String> variables, String flag) {
    return variables.entrySet().stream()
        .map(e -> flag + ShellWord.quoted(e.getKey() + "=" + e.getValue()))
        .collect(Collectors.joining(" "));
  }

  private static String names(Map<String, String> variables) {
    return variables.keySet().stream().map(n -> "-x " + n).collect(Collectors.joining(" "));
  }

  /** For JSON and for double-quoted YAML, which share these escapes. */
  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  /** Why the variables may not reach the engine, judged by the words of a command. */
  static Optional<String> warning(
      List<String> command, Map<String, String> variables, String folder) {
    String program = command.get(0).substring(command.get(0).lastIndexOf('/') + 1);
    if (program.equals("sudo")) {
      return Optional.of("sudo drops variables: put it in front of ringside instead");
    }
    if (CONTAINERS.contains(program)
        && (command.contains("run") || command.contains("exec") || command.contains("compose"))) {
      return Optional.of(
          program
              + " does not hand variables on: add "
              + flags(variables, "-e ")
              + (command.contains("run") ? " -v " + volume(folder) : ""));
    }
    if (program.equals("kubectl") || program.equals("ssh")) {
      return Optional.of(program + " does not hand variables on: see 'ringside capture --dry-run'");
    }
    if (program.equals("mpirun") || program.equals("mpiexec")) {
      return Optional.of(
          program + " may not hand variables to other hosts: Open MPI wants " + names(variables));
    }
    if (command.contains("ray")) {
      return Optional.of(
          "workers of a Ray cluster that runs already do not get these variables: set them in its"
              + " runtime environment, see 'ringside capture --dry-run'");
    }
    return Optional.empty();
  }
}
