package dev.ringside;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where tests find files: tests run in the folder of their module. */
public final class Checkout {
  private Checkout() {}

  /** The root of the source checkout. */
  public static Path root() {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.exists(at.resolve("ringside"))) {
      at = at.getParent();
    }
    return at;
  }

  /** A file of the samples that ship with the project. */
  public static Path sample(String path) {
    return root().resolve("samples").resolve(path);
  }

  /** Whether there is such a file or folder among the data beside the checkout. */
  public static boolean hasShared(String path) {
    return Files.exists(ofShared(path));
  }

  /** Data beside the checkout; a test that needs it is skipped where it is absent. */
  public static Path shared(String path) {
    Path file = ofShared(path);
    assumeTrue(Files.exists(file), "no such data beside this checkout: shared/" + path);
    return file;
  }

  private static Path ofShared(String path) {
    return root().resolveSibling("shared").resolve(path);
  }
}
