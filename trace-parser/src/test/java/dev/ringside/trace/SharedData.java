package dev.ringside.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringside.trace.io.DocumentInput;
import dev.ringside.trace.io.DocumentReader;
import dev.ringside.trace.io.Peek;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.Source;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** Large real inputs that lie beside the project; tests that need them are skipped without. */
public final class SharedData {

  private SharedData() {}

  /** A file below the folder of shared inputs. */
  public static Path path(String name) {
    Path dir = Path.of("").toAbsolutePath();
    while (dir != null && !Files.isDirectory(dir.resolveSibling("shared").resolve("cases"))) {
      dir = dir.getParent();
    }
    assumeTrue(dir != null, "no folder of shared inputs beside the project");
    Path file = dir.resolveSibling("shared").resolve(name);
    assumeTrue(Files.exists(file), name + " is not there");
    return file;
  }

  /** Content of a file, behind gzip where its name ends so. */
  public static byte[] bytes(String name) throws IOException {
    try (InputStream raw = Files.newInputStream(path(name));
        InputStream in = name.endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
      return in.readAllBytes();
    }
  }

  /** What a reader makes of a file that it must know for its own. */
  public static RecordingSink read(DocumentReader reader, String name) throws IOException {
    byte[] content = bytes(name);
    byte[] head = Arrays.copyOf(content, Math.min(content.length, Peek.SIZE));
    assertThat(reader.detects(new Peek(head))).isTrue();
    return read(reader, name, content);
  }

  /** What a reader makes of some bytes. */
  public static RecordingSink read(DocumentReader reader, String name, byte[] content)
      throws IOException {
    RecordingSink sink = new RecordingSink();
    reader.read(
        new DocumentInput(
            new Source(name, reader.kind()), new ByteArrayInputStream(content), Optional.empty()),
        sink);
    return sink;
  }
}
