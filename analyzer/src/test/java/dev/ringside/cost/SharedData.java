package dev.ringside.cost;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Measured data beside the checkout; tests that need it are skipped where it is absent. */
final class SharedData {

  private SharedData() {}

  static Path file(String path) {
    for (Path dir = Path.of("").toAbsolutePath(); dir != null; dir = dir.getParent()) {
      Path candidate = dir.resolve("shared").resolve(path);
      if (Files.exists(candidate)) {
        return candidate;
      }
    }
    assumeTrue(false, "no measured data beside this checkout: shared/" + path);
    throw new IllegalStateException("not reached");
  }
}
