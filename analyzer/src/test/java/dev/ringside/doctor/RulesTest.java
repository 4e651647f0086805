package dev.ringside.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule fires on an input that has its fault, and on no healthy one. */
class RulesTest {
  // What these rules see is true of healthy runs too; they only inform.
  private static final Set<String> TRUE_OF_HEALTHY_RUNS = Set.of("cross-node-tp");

  static List<Rule> rules() {
    return Rules.all();
  }

  static List<Path> healthy() {
    return list(resource("healthy"));
  }

  private static Path resource(String name) {
    try {
      return Path.of(RulesTest.class.getResource("/doctor/" + name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Path> list(Path dir) {
    try (Stream<Path> files = Files.list(dir)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file or folder named after the rule's class. */
  private static Path faulty(Rule rule) {
    String name = rule.getClass().getSimpleName();
    return list(resource("fires")).stream()
        .filter(f -> f.getFileName().toString().replaceAll("\\..*", "").equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no input for " + name));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void aRuleFiresOnAnInputWithItsFault(Rule rule) {
    List<Finding> findings = rule.examine(Examined.observations(faulty(rule)));
    assertThat(findings).isNotEmpty().extracting(Finding::code).containsOnly(rule.code());
  }

  @ParameterizedTest
  @MethodSource("rules")
  void aFindingNamesItsEvidence(Rule rule) {
    for (Finding f : rule.examine(Examined.observations(faulty(rule)))) {
      assertThat(f.place().source()).isNotEmpty();
      assertThat(f.place().offset()).isGreaterThanOrEqualTo(0);
      assertThat(f.text()).isNotBlank().doesNotContain("  ").endsWith(".");
    }
  }

  @ParameterizedTest
  @MethodSource("rules")
  void aRuleIsSilentOnHealthyInputs(Rule rule) {
    for (Path file : healthy()) {
      if (!TRUE_OF_HEALTHY_RUNS.contains(rule.code())) {
        assertThat(rule.examine(Examined.observations(file)))
            .as(file.getFileName().toString())
            .isEmpty();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("healthy")
  void aHealthyInputYieldsNoWarningAndNoError(Path file) {
    assertThat(Examined.files(file)).allMatch(f -> f.severity() == FindingSeverity.INFO);
  }

  @Test
  void findingsComeWorstFirstAndInTheOrderOfWork() {
    List<Finding> findings =
        Examined.files(
            faulty(new DataCorruption()),
            faulty(new P2pOffShm()),
            faulty(new NicError()),
            faulty(new PfcPausesGrow()),
            faulty(new ForcedAlgoProto()),
            faulty(new NvlinkDown()));
    assertThat(findings).isSorted();
    assertThat(findings)
        .extracting(Finding::code)
        .containsSubsequence(
            "data-corruption",
            "nic-error",
            "forced-algo-proto",
            "nvlink-down",
            "p2p-off-shm",
            "pfc-pauses-grow");
  }

  @Test
  void everyCodeIsWrittenInWordsAndDashes() {
    assertThat(Rules.all())
        .extracting(Rule::code)
        .allMatch(c -> c.matches("[a-z0-9]+(-[a-z0-9]+)+"));
  }
}
