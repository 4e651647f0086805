package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs every {@code ./ringside} command of a {@code sh} block in the documents; a {@code text}
 * block right behind it is its output. With {@code -Dringside.golden=write} such blocks are written
 * anew, to be reviewed.
 */
class DocumentedCommandsTest {
  private static final Path ROOT = Checkout.root();
  private static final Pattern BLOCK =
      Pattern.compile("```sh\\n(\\./ringside [^`]*)```\\n(?:\\n```text\\n([^`]*)```\\n)?");

  private static final List<String> LINKED = List.of("samples", "plugin-native", "docs");

  @TempDir private static Path dir;

  record Documented(Path document, String commands, String output) {
    @Override
    public String toString() {
      return ROOT.relativize(document) + ": " + commands.strip();
    }
  }

  static List<Documented> commands() throws IOException {
    List<Documented> found = new ArrayList<>();
    for (Path document : documents()) {
      Matcher m = BLOCK.matcher(Files.readString(document));
      while (m.find()) {
        found.add(new Documented(document, m.group(1), m.group(2)));
      }
    }
    return found;
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
        Stream<Path> samples = Files.walk(ROOT.resolve("samples"), 2)) {
      return Stream.concat(Stream.of(ROOT.resolve("README.md")), Stream.concat(docs, samples))
          .filter(p -> p.toString().endsWith(".md"))
          .sorted()
          .toList();
    }
  }

  /** JUnit warns of links that it finds in a temporary folder. */
  @AfterAll
  static void removeLinks() throws IOException {
    for (String name : LINKED) {
      Files.deleteIfExists(dir.resolve(name));
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aDocumentedCommandDoesWhatTheDocumentSays(Documented documented)
      throws IOException, InterruptedException {
    Path here = workplace();
    Path err = here.resolve("stderr.txt");
    ProcessBuilder shell =
        new ProcessBuilder("bash", "-eu", "-c", documented.commands())
            .directory(here.toFile())
            .redirectError(err.toFile());
    shell.environment().put("LC_ALL", "C.UTF-8");
    Process process = shell.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();

    assertThat(Files.readString(err)).isEmpty();
    assertThat(status).isZero();
    if (documented.output() != null && isRewriting()) {
      rewrite(documented, out);
    } else if (documented.output() != null) {
      assertThat(out).isEqualTo(documented.output());
    }
  }

  private static boolean isRewriting() {
    return "write".equals(System.getProperty("ringside.golden"));
  }

  private static void rewrite(Documented d, String out) throws IOException {
    String before = Files.readString(d.document());
    Files.writeString(
        d.document(),
        before.replace(
            d.commands() + "```\n\n```text\n" + d.output() + "```",
            d.commands() + "```\n\n```text\n" + out + "```"));
  }

  /** A folder like the root of the checkout, that commands may write to. */
  private static Path workplace() throws IOException {
    Path launcher = dir.resolve("ringside");
    if (!Files.exists(launcher)) {
      for (String name : LINKED) {
        Files.createSymbolicLink(dir.resolve(name), ROOT.resolve(name));
      }
      Files.writeString(
          launcher,
          String.format(
              "#!/bin/sh%nexec '%s/bin/java' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Djava.awt.headless=true"
                  + " -Dringside.home='%s' -cp '%s' dev.ringside.cli.Ringside \"$@\"%n",
              System.getProperty("java.home"), ROOT, System.getProperty("java.class.path")));
      assertThat(launcher.toFile().setExecutable(true)).isTrue();
    }
    return dir;
  }
}
