package dev.ringside.trace.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the command that started a benchmark says of it. */
public final class CommandLine {
  private static final Pattern PROGRAM =
      Pattern.compile("(?:^|[\\s/])([a-z_]+_perf)(?:_mpi)?(?:\\s|$)");
  private static final Pattern VARIABLE =
      Pattern.compile(
          "(?:^|\\s)(?:-x\\s+|--env\\s+|-e\\s+)?(NCCL_[A-Z0-9_]+)=(?:\"([^\"]*)\"|'([^']*)'|(\\S*))");

  private CommandLine() {}

  /** The test it runs, such as {@code all_reduce}. */
  public static Optional<String> test(String command) {
    Matcher m = PROGRAM.matcher(command);
    return m.find() ? Optional.of(TableHeader.testName(m.group(1))) : Optional.empty();
  }

  /** Value that it sets {@code variable} to, for itself or through the launcher. */
  public static Optional<String> variable(String command, String variable) {
    return Optional.ofNullable(variables(command).get(variable));
  }

  /** All NCCL variables that it sets, for itself or through the launcher; the first of each. */
  public static Map<String, String> variables(String command) {
    Map<String, String> set = new LinkedHashMap<>();
    Matcher m = VARIABLE.matcher(command);
    while (m.find()) {
      set.putIfAbsent(
          m.group(1),
          m.group(2) != null ? m.group(2) : m.group(3) != null ? m.group(3) : m.group(4));
    }
    return set;
  }
}
