package dev.ringside.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Wrong conclusions that a hasty reader of an input case would draw, each with an assertion that it
 * is not drawn.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MustNotTable {
  private final List<Row> rows = new ArrayList<>();
  private final Map<String, Reading> readings = new HashMap<>();

  /** A conclusion of a case and what has to hold in its place. */
  record Row(String caseName, String conclusion, Consumer<Reading> instead) {
    @Override
    public String toString() {
      return caseName + ": must not " + conclusion;
    }
  }

  void row(String caseName, String conclusion, Consumer<Reading> instead) {
    rows.add(new Row(caseName, conclusion, instead));
  }

  List<Row> rows() {
    return rows;
  }

  @ParameterizedTest
  @MethodSource("rows")
  void theConclusionIsNotDrawn(Row row) {
    row.instead().accept(readings.computeIfAbsent(row.caseName(), n -> Reading.of(input(n))));
  }

  @Test
  void everyConclusionOfTheseCasesHasARow() {
    Map<String, List<String>> byCase = new TreeMap<>();
    rows.forEach(
        r -> byCase.computeIfAbsent(r.caseName(), k -> new ArrayList<>()).add(r.conclusion()));
    byCase.forEach(
        (name, conclusions) -> {
          List<String> stated = new ArrayList<>();
          sidecar(name).path("must_not").forEach(n -> stated.add(n.asString("")));
          assertThat(stated)
              .as(name)
              .allSatisfy(s -> assertThat(conclusions).anyMatch(s::startsWith));
        });
  }

  private static JsonNode sidecar(String name) {
    return new JsonMapper()
        .readTree(Checkout.shared("cases/public/" + name + ".expect.json").toFile());
  }

  private static Path input(String name) {
    return Checkout.shared("cases/public/" + sidecar(name).path("input").asString(""));
  }
}
