package dev.ringside.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AllowedNamesTest {

  private static boolean allows(String value, String function, String word) {
    return AllowedNames.parse(value).of(function).orElseThrow().allows(word);
  }

  @Test
  void aListOfAFunctionGoesBeforeTheOneForAll() {
    String value = "LL,Simple;AllReduce:LL128";
    assertThat(allows(value, "allreduce", "ll128")).isTrue();
    assertThat(allows(value, "allreduce", "ll")).isFalse();
    assertThat(allows(value, "allgather", "ll")).isTrue();
    assertThat(AllowedNames.parse("allreduce:LL").of("allgather")).isEmpty();
  }

  @Test
  void aCaretAllowsAllOthers() {
    assertThat(allows("^LL128", "reduce", "ll128")).isFalse();
    assertThat(allows("^LL128", "reduce", "simple")).isTrue();
  }

  @Test
  void oneNameLeftIsSingle() {
    assertThat(AllowedNames.parse("LL").isSingle()).isTrue();
    assertThat(AllowedNames.parse("LL,Simple;allreduce:LL128").isSingle()).isTrue();
    assertThat(AllowedNames.parse("LL,Simple").isSingle()).isFalse();
    assertThat(AllowedNames.parse("^LL").isSingle()).isFalse();
    assertThat(AllowedNames.parse("").isSingle()).isFalse();
  }
}
