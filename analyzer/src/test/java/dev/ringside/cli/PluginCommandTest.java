package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringside.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginCommandTest {
  private static final String HOME = "ringside.home";

  @TempDir private Path dir;

  @BeforeEach
  void findThePlugin() {
    Path root = Checkout.root();
    assumeTrue(
        Files.exists(root.resolve("plugin-native/build/tuner-probe")),
        "the plugin was left out: no C compiler");
    System.setProperty(HOME, root.toString());
  }

  @AfterEach
  void forgetThePlugin() {
    System.clearProperty(HOME);
  }

  @Test
  void pluginAndModelDecideAlike() throws IOException {
    CommandRun run = CommandRun.of("plugin", "check");

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).endsWith(", API v2, v3, v4, v5, v6, no difference\n");
    assertThat(points(run.out())).isGreaterThanOrEqualTo(100_000);
    assertThat(run.status()).isZero();
  }

  @Test
  void costTablesOfALogSayWhatIsForbidden() throws IOException {
    String log = Checkout.root().resolve("samples/plugin-proof/h200").toString();
    String zones = Checkout.root().resolve("samples/plugin-proof/one-gpu.csv").toString();

    CommandRun run = CommandRun.of("plugin", "check", "--tuner", zones, "--costs", log);

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).endsWith("no difference\n");
    // Two tables: LL128 forbidden, and allowed by NCCL_PROTO.
    assertThat(points(run.out())).isGreaterThanOrEqualTo(200_000);
    assertThat(run.status()).isZero();
  }

  @Test
  void aLogWithoutACostTableIsNamed() throws IOException {
    Path log = Files.writeString(dir.resolve("nccl.log"), "h:1:1 [0] NCCL INFO Bootstrap\n");

    CommandRun run = CommandRun.of("plugin", "check", "--costs", log.toString());

    assertThat(run.status()).isNotZero();
    assertThat(run.err()).hasLineCount(1).contains("no cost table");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void aPluginThatFollowsAnotherFileDiffers() throws Exception {
    PluginCheck check =
        new PluginCheck(
            TunerFiles.open("builtin:epyc-turin"),
            probe(tuner("allreduce,0,1000000,tree,simple,-1,-1,-1\n")));

    check.run();

    assertThat(check.differences())
        .anyMatch(d -> d.startsWith("v2 ") && d.endsWith("plugin Tree/Simple"))
        .anyMatch(d -> d.startsWith("v6 ") && d.endsWith("plugin Tree/Simple"));
  }

  private static ProbeRun probe(String tuner) {
    Path build = Checkout.root().resolve("plugin-native/build");
    return new ProbeRun(
        build.resolve("tuner-probe"), build.resolve("libnccl-tuner-ringside.so"), tuner);
  }

  @Test
  void aFileThatIsNoPluginIsOneLine() throws IOException {
    Path file = Files.writeString(dir.resolve("not-a-plugin.so"), "text");

    CommandRun run = CommandRun.of("plugin", "check", "--plugin", file.toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).hasLineCount(1).startsWith("ringside: " + file + ": ");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void envIsReadByAShell() throws Exception {
    String zones = tuner("allreduce,0,10,ring,ll,-1,1,2\n");
    CommandRun run = CommandRun.of("plugin", "env", "--tuner", zones, "--ll128");

    Process shell =
        new ProcessBuilder("sh", "-c", run.out() + "echo \"$NCCL_TUNER_CONFIG_FILE $NCCL_PROTO\"")
            .start();
    assertThat(
            new String(
                shell.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
        .isEqualTo(zones + " LL,Simple;allreduce:LL,LL128,Simple\n");
  }

  @Test
  void aTunerFileWithAnErrorIsNamedWithItsLine() throws IOException {
    String zones = tuner("allreduce,0,10,ring,ll12,-1,1,2\n");
    CommandRun run = CommandRun.of("plugin", "env", "--tuner", zones);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).hasLineCount(1).startsWith("ringside: " + zones + ":1: ");
  }

  private String tuner(String zones) throws IOException {
    return zones.startsWith("builtin:")
        ? zones
        : Files.writeString(dir.resolve("it's tuner.csv"), zones).toString();
  }

  private static int points(String out) {
    return Integer.parseInt(
        out.replaceFirst("(?s).*: ([0-9,]+) points of .*", "$1").replace(",", ""));
  }
}
