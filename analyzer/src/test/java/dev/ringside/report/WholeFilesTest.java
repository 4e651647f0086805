package dev.ringside.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class WholeFilesTest {

  private static final WholeFiles.Content FULL_DISK =
      out -> {
        out.write('{');
        throw new IOException("No space left on device");
      };

  @TempDir private Path dir;

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void whereOneFileCannotBeWrittenAllOldOnesStay() throws IOException {
    Files.writeString(dir.resolve("a"), "old a");
    Files.writeString(dir.resolve("b"), "old b");

    assertThatThrownBy(
            () -> {
              try (WholeFiles files = WholeFiles.in(dir)) {
                files.writeText("a", "new a");
                files.write("b", FULL_DISK);
                files.moveAll();
              }
            })
        .isInstanceOf(FileSystemException.class)
        .hasMessage(dir.resolve("b") + ": No space left on device");

    assertThat(dir.resolve("a")).hasContent("old a");
    assertThat(dir.resolve("b")).hasContent("old b");
    assertThat(names()).containsExactly("a", "b");
  }

  @Test
  void aFolderMadeForFilesThatDidNotComeGoesAgain() {
    Path made = dir.resolve("report");
    assertThatThrownBy(() -> WholeFiles.replace(made.resolve("a"), FULL_DISK))
        .isInstanceOf(FileSystemException.class);
    assertThat(made).doesNotExist();
  }

  @Test
  void aDeviceIsWrittenToAndStaysOne() {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "no /dev/full here");
    assertThatThrownBy(() -> WholeFiles.replace(full, out -> out.write(new byte[10])))
        .isInstanceOf(FileSystemException.class)
        .hasMessage("/dev/full: No space left on device");
    assertThat(Files.isRegularFile(full)).isFalse();
  }

  @Test
  void aLinkStaysAndWhatItLeadsToIsReplaced() throws IOException {
    Path file = Files.writeString(dir.resolve("v1.json"), "old");
    Path link = Files.createSymbolicLink(dir.resolve("latest.json"), file);

    WholeFiles.replace(link, out -> out.write('x'));

    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(file).hasContent("x");
    assertThat(names()).containsExactly("latest.json", "v1.json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT", "HUP"})
  void aProcessThatIsToldToEndLeavesNothingBehind(String signal) throws Exception {
    Files.writeString(dir.resolve("a"), "old a");
    Process process =
        new ProcessBuilder(
                // A build in the background of a script ignores INT, under nohup HUP, and so would
                // all that it starts.
                "env",
                "--default-signal=INT,HUP",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Endless.class.getName(),
                dir.toString())
            .redirectErrorStream(true)
            .start();
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    assertThat(said.readLine()).isEqualTo("writing");
    assertThat(names()).hasSize(3);

    new ProcessBuilder("kill", "-s", signal, Long.toString(process.pid())).start().waitFor();

    assertThat(process.waitFor()).isGreaterThan(128);
    assertThat(names()).containsExactly("a");
    assertThat(dir.resolve("a")).hasContent("old a");
  }

  /** Has one file written and is in the middle of another until it is killed. */
  static final class Endless {
    public static void main(String[] args) throws IOException {
      try (WholeFiles files = WholeFiles.in(Path.of(args[0]))) {
        files.writeText("a", "new a");
        files.write(
            "b",
            out -> {
              out.write('{');
              System.out.println("writing");
              while (System.in.read() >= 0) {
                // until the end of standard input, which the test keeps open
              }
            });
        files.moveAll();
      }
    }
  }
}
