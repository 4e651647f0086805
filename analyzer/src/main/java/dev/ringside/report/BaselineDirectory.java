package dev.ringside.report;

import dev.ringside.baseline.Baseline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A baseline or comparison as files. */
public final class BaselineDirectory {
  private BaselineDirectory() {}

  /**
   * Writes {@code baseline.json}, and one chart for each test that two states share, as PNG and
   * SVG.
   *
   * @return the files, in that order
   */
  public static List<Path> write(Baseline result, Path directory) throws IOException {
    try (WholeFiles files = WholeFiles.in(directory)) {
      files.write("baseline.json", out -> BaselineJson.write(result, out));
      BaselineChart.write(result, files);
      return files.moveAll();
    }
  }
}
