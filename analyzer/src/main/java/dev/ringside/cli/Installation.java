package dev.ringside.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Where ringside lies: a source checkout, or an unpacked distribution. */
record Installation(Path home) {
  private static final String PLUGIN = "libnccl-tuner-ringside.so";
  private static final String PROBE = "tuner-probe";

  /** As the launcher says; the working directory where there was no launcher. */
  static Installation ofProcess() {
    return new Installation(
        Path.of(System.getProperty("ringside.home", "")).toAbsolutePath().normalize());
  }

  Path plugin() {
    return find(PLUGIN)
        .orElseThrow(
            () ->
                UserError.usage(
                    home.toString(),
                    "no " + PLUGIN,
                    "install gcc and make, then run 'make -C plugin-native'"));
  }

  Path probe() {
    return find(PROBE)
        .orElseThrow(
            () ->
                UserError.usage(
                    home.toString(),
                    "no " + PROBE,
                    "install gcc and make, then run 'make -C plugin-native'"));
  }

  private Optional<Path> find(String name) {
    return Stream.of(home.resolve("plugin"), home.resolve("plugin-native/build"))
        .map(d -> d.resolve(name))
        .filter(Files::isRegularFile)
        .findFirst();
  }
}
