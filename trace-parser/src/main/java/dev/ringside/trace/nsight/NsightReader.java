package dev.ringside.trace.nsight;

import dev.ringside.trace.io.DocumentInput;
import dev.ringside.trace.io.DocumentReader;
import dev.ringside.trace.io.Peek;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.TraceSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * SQLite exports of Nsight Systems, {@code nsys export --type sqlite}. A database needs random
 * access, so one that comes compressed or through a pipe is unpacked into a temporary file first.
 */
public final class NsightReader implements DocumentReader {
  private static final int[] MAGIC = "SQLite format 3\0".chars().toArray();

  @Override
  public String kind() {
    return "nsys-sqlite";
  }

  @Override
  public boolean detects(Peek peek) {
    return peek.startsWith(MAGIC);
  }

  @Override
  public void read(DocumentInput in, TraceSink sink) throws IOException {
    if (in.file().isPresent()) {
      read(in.file().get(), in.source().name(), sink);
      return;
    }
    Path unpacked = Files.createTempFile("ringside", ".sqlite");
    unpacked.toFile().deleteOnExit(); // where a signal ends the process in between
    try {
      Files.copy(in.stream(), unpacked, StandardCopyOption.REPLACE_EXISTING);
      read(unpacked, in.source().name(), sink);
    } finally {
      Files.deleteIfExists(unpacked);
    }
  }

  /** Read-only and immutable: not even a lock or journal file appears beside somebody's export. */
  private static void read(Path database, String name, TraceSink sink) {
    String url =
        "jdbc:sqlite:file:"
            + database.toAbsolutePath().toUri().getRawPath()
            + "?mode=ro&immutable=1";
    try (Connection connection = DriverManager.getConnection(url)) {
      NsightExport export = new NsightExport(connection, sink);
      if (!export.isExport()) {
        sink.loss(
            new Loss(
                "unknown-database",
                Severity.ERROR,
                name,
                0,
                "an SQLite database, but no export of Nsight Systems: it has no table StringIds"));
        return;
      }
      if (export.hidesGraphKernels()) {
        sink.loss(
            new Loss(
                "graph-kernels-hidden",
                Severity.INFO,
                name,
                -1,
                "kernels inside CUDA graphs were not recorded; profile with --cuda-graph-trace=node"));
      }
      export.push();
    } catch (SQLException e) {
      sink.loss(new Loss("damaged-database", Severity.DATA_LOSS, name, -1, e.getMessage()));
    }
  }
}
