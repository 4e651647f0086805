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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "builtin:epyc-turin",
        """
        allreduce,229376,524288,ring,ll128,-1,1,2
        allreduce,0,360448,ring,ll,-1,1,2
        allreduce,360449,9223372036854775807,ring,simple,8,1,2
        """,
        """
        allgather,0,1048576,tree,ll,-1,-1,-1,1,0
        allreduce,1,1,nvls,simple,16,2,16,-1,1
        allreduce,0,70000,tree,simple,-1,-1,-1
        broadcast,5,500,ring,ll128,-1,-1,4,2
        """
      })
  void pluginAndModelDecideAlike(String zones) throws IOException {
    CommandRun run = CommandRun.of("plugin", "check", "--tuner", tuner(zones));

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).endsWith("no difference\n");
    assertThat(points(run.out())).isGreaterThanOrEqualTo(10_000);
    assertThat(run.status()).isZero();
  }

  @Test
  void aPluginThatFollowsAnotherFileDiffers() throws Exception {
    Path other = Path.of(tuner("allreduce,0,1000000,tree,simple,-1,-1,-1\n"));
    Path root = Checkout.root();
    var points =
        new CheckPoints(TunerFiles.open("builtin:epyc-turin"), java.util.List.of(CheckPoint.ALL))
            .points();

    var answers =
        new ProbeRun(
                root.resolve("plugin-native/build/tuner-probe"),
                root.resolve("plugin-native/build/libnccl-tuner-ringside.so"),
                other.toString())
            .ask(points);

    assertThat(answers)
        .hasSameSizeAs(points)
        .extracting(PluginDecision::choice)
        .contains("Tree/Simple");
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
