package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive that {@code mvn package} makes, unpacked and run as a user would. */
class DistributionIT {
  @TempDir private static Path dir;
  private static Path home;

  record Run(int status, String out, String err) {}

  @BeforeAll
  static void unpack() throws Exception {
    Path target = Checkout.root().resolve("analyzer/target");
    try (Stream<Path> files = Files.list(target)) {
      Path archive =
          files
              .filter(
                  f ->
                      f.getFileName().toString().matches("ringside-[^/]*(?<!with-java)\\.tar\\.gz"))
              .findFirst()
              .orElseThrow();
      assertThat(run("tar", "xzf", archive.toString()).status()).isZero();
    }
    try (Stream<Path> folders = Files.list(dir)) {
      home = folders.filter(Files::isDirectory).findFirst().orElseThrow();
    }
  }

  private static Run run(String... command) throws IOException, InterruptedException {
    Path err = Files.createTempFile("ringside", ".err");
    Process process =
        new ProcessBuilder(command).directory(dir.toFile()).redirectError(err.toFile()).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    String said = Files.readString(err);
    Files.delete(err);
    return new Run(status, out, said);
  }

  private static Run ringside(String... args) throws IOException, InterruptedException {
    return run(
        Stream.concat(Stream.of(home.resolve("ringside").toString()), Stream.of(args))
            .toArray(String[]::new));
  }

  @Test
  void itReportsOnItsOwnSample() throws Exception {
    Run report =
        ringside(
            "report",
            home.resolve("samples/h200-tp2-shm/log").toString(),
            "--tuner",
            "builtin:epyc-turin");

    assertThat(report.err()).isEmpty();
    assertThat(report.status()).isZero();
    assertThat(report.out()).contains("NCCL        2.28.9").doesNotContain("\u001b");
  }

  @Test
  void itSaysItsRelease() throws Exception {
    assertThat(ringside("--version").out())
        .matches("ringside [0-9]+\\.[0-9]+\\.[0-9]+(-SNAPSHOT)?\n");
  }

  @Test
  void colourIsForTerminalsOrWhereAsked() throws Exception {
    String sample = home.resolve("samples/h200-tp2-shm/log").toString();

    assertThat(ringside("report", sample, "--color", "always").out()).contains("\u001b[");
    assertThat(ringside("report", sample, "--color", "never").out()).doesNotContain("\u001b");
  }

  @Test
  void aLinkToTheLauncherWorks() throws Exception {
    Path link = Files.createSymbolicLink(dir.resolve("rs"), home.resolve("ringside"));

    assertThat(run(link.toString(), "--version").status()).isZero();
  }

  @Test
  void everyCommandHasAManualPageAndIsCompleted() throws Exception {
    String script = Files.readString(home.resolve("completion/ringside.bash"));
    for (Commands c : Commands.values()) {
      assertThat(home.resolve("man/man1/ringside-" + c.word() + ".1")).isNotEmptyFile();
      assertThat(script).contains(" " + c.word());
    }
    assertThat(
            run(
                    "bash",
                    "-c",
                    "source " + home + "/completion/ringside.bash && complete -p ringside")
                .status())
        .isZero();
  }

  @Test
  void theArchiveCarriesItsLicences() {
    for (String name : List.of("LICENSE", "NOTICE", "README.md", "docs", "samples")) {
      assertThat(home.resolve(name)).exists();
    }
  }

  @Test
  void aCheckoutRunsAfterTheBuild() throws Exception {
    assertThat(run(Checkout.root().resolve("ringside").toString(), "--version").status()).isZero();
  }
}
