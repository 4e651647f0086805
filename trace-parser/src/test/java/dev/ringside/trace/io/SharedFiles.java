package dev.ringside.trace.io;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Measured data beside the checkout; tests that need it are skipped where it is absent. */
public final class SharedFiles {

  private SharedFiles() {}

  /** The file or folder {@code shared/NAME} next to the project. */
  public static Path find(String name) {
    Path found = null;
    for (Path dir = Path.of("").toAbsolutePath(); dir != null; dir = dir.getParent()) {
      Path candidate = dir.resolve("shared").resolve(name);
      if (Files.exists(candidate)) {
        found = candidate;
        break;
      }
    }
    assumeTrue(found != null, "no shared/" + name + " beside this checkout");
    return found;
  }
}
