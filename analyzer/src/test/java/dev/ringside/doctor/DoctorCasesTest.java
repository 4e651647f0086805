package dev.ringside.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Input cases with the findings that they must yield, where the folder of cases is there. */
class DoctorCasesTest {
  private static final JsonMapper JSON = new JsonMapper();

  static List<Path> cases() throws IOException {
    if (!Checkout.hasShared("cases/public")) {
      return List.of(Path.of("absent.expect.json"));
    }
    try (Stream<Path> files = Files.list(Checkout.shared("cases/public"))) {
      return files.filter(f -> f.toString().endsWith(".expect.json")).sorted().toList();
    }
  }

  private static JsonNode expectation(Path sidecar) {
    Checkout.shared("cases/public");
    return JSON.readTree(sidecar.toFile());
  }

  private static List<Finding> findings(Path sidecar, JsonNode expected) {
    return Examined.files(sidecar.resolveSibling(expected.path("input").asString("")));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyFindingThatACaseMustYieldIsThere(Path sidecar) {
    JsonNode expected = expectation(sidecar);
    List<String> must = new ArrayList<>();
    expected.path("must_diagnose").forEach(code -> must.add(code.asString("")));
    assertThat(findings(sidecar, expected)).extracting(Finding::code).containsAll(must);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aCaseWithNothingToFindYieldsNoFinding(Path sidecar) {
    JsonNode expected = expectation(sidecar);
    if (expected.path("must_diagnose").isEmpty()) {
      assertThat(findings(sidecar, expected)).isEmpty();
    }
  }
}
