package dev.ringside.cli;

import dev.ringside.tuner.TunerFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Opens tuner files by the names that {@code --tuner} takes. */
final class TunerFiles {
  private TunerFiles() {}

  /** A file, or {@code builtin:NAME}. */
  static TunerFile open(String name) {
    try {
      if (TunerFile.isBuiltin(name)) {
        return TunerFile.builtin(name);
      }
      try (InputStream in = Files.newInputStream(Path.of(name))) {
        return TunerFile.parse(in, name);
      }
    } catch (NoSuchFileException e) {
      throw UserError.usage(name, "no such tuner file", "give a file or " + TunerFile.EPYC_TURIN);
    } catch (IOException e) {
      throw UserError.usage(
          name, "cannot be read as a tuner file", "give a file or " + TunerFile.EPYC_TURIN);
    } catch (IllegalArgumentException e) {
      throw UserError.usage("", e.getMessage(), "");
    }
  }
}
