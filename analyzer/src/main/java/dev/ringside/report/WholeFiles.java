package dev.ringside.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Files of one folder, each written beside its name and then moved, so that nobody reads half of
 * one and an old one stays whole until the new one is.
 */
public final class WholeFiles {
  private final Path directory;
  private final List<Path> written = new ArrayList<>();

  private WholeFiles(Path directory) {
    this.directory = directory;
  }

  /** Writes what a file holds. */
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Of a folder that is made where it does not exist. */
  public static WholeFiles in(Path directory) throws IOException {
    Files.createDirectories(directory);
    return new WholeFiles(directory);
  }

  /** Replaces a file; where its content cannot be written the old one stays. */
  public void write(String name, Content content) throws IOException {
    // Not a temporary file of Java's: those are readable by their owner alone, and stay so.
    Path aside = directory.resolve("." + name + "." + ProcessHandle.current().pid() + ".part");
    try {
      try (OutputStream out = Files.newOutputStream(aside)) {
        content.writeTo(out);
      }
      Path whole = directory.resolve(name);
      Files.move(aside, whole, StandardCopyOption.REPLACE_EXISTING);
      written.add(whole);
    } finally {
      Files.deleteIfExists(aside);
    }
  }

  public void writeText(String name, String text) throws IOException {
    write(name, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** In the order written. */
  public List<Path> written() {
    return List.copyOf(written);
  }
}
