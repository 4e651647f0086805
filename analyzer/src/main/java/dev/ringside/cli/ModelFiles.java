package dev.ringside.cli;

import dev.ringside.sizing.ModelConfig;
import dev.ringside.sizing.ModelShape;
import dev.ringside.sizing.ServedModels;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds the model that {@code --model CONFIG.json|NAME} means. */
final class ModelFiles {
  private ModelFiles() {}

  static ModelShape open(String model) {
    Path file = Path.of(model);
    Path config = Files.isDirectory(file) ? file.resolve("config.json") : file;
    if (Files.isRegularFile(config)) {
      return read(config);
    }
    ServedModels known = ServedModels.shipped();
    return known
        .find(model)
        .orElseThrow(
            () -> {
              List<String> similar = known.similar(model);
              return UserError.usage(
                  model,
                  "neither a file nor a model that is known here",
                  similar.isEmpty()
                      ? "give the model's config.json"
                      : "give its config.json, or one of " + String.join(", ", similar));
            });
  }

  private static ModelShape read(Path config) {
    try (InputStream in = Files.newInputStream(config)) {
      return ModelConfig.read(in, config.toString());
    } catch (IOException e) {
      throw UserError.usage(config.toString(), "cannot be read", "give the model's config.json");
    } catch (IllegalArgumentException e) {
      throw UserError.usage("", e.getMessage(), "give the model's config.json");
    }
  }
}
