package dev.ringside.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TunerFileTest {

  private static final long KIB = 1024;

  private static TunerFile parse(String text) throws IOException {
    return TunerFile.parse(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "tuner.csv");
  }

  @Test
  void readsEightNineAndTenFields() throws IOException {
    TunerFile file =
        parse(
            """
            # comment

            allreduce,0,4096,ring,ll,-1,1,2
              allgather , 1,2 ,\tpat,simple,4,-1,-1,3\t
            reducescatter,0,9223372036854775807,nvls_tree,ll128,0,2,8,-1,1\r
            """);
    assertThat(file.rules())
        .containsExactly(
            new TunerRule(
                3, Collective.ALL_REDUCE, 0, 4096, Algorithm.RING, Protocol.LL, 0, 1, 2, -1, -1),
            new TunerRule(
                4, Collective.ALL_GATHER, 1, 2, Algorithm.PAT, Protocol.SIMPLE, 4, -1, -1, 3, -1),
            new TunerRule(
                5,
                Collective.REDUCE_SCATTER,
                0,
                Long.MAX_VALUE,
                Algorithm.NVLS_TREE,
                Protocol.LL128,
                0,
                2,
                8,
                -1,
                1));
  }

  @Test
  void aByteOrderMarkAndAMissingLastNewlineAreNoFault() throws IOException {
    assertThat(parse("\ufeffallreduce,0,1,ring,ll,-1,1,2").rules()).hasSize(1);
    assertThat(parse("").rules()).isEmpty();
  }

  @Test
  void anEmptyFirstLineIsALine() throws IOException {
    assertThat(parse("\nallreduce,5,5,ring,ll,-1,1,2\n").rules())
        .containsExactly(
            new TunerRule(
                2, Collective.ALL_REDUCE, 5, 5, Algorithm.RING, Protocol.LL, 0, 1, 2, -1, -1));
  }

  @Test
  void aLongFieldIsShownCut() {
    String longest = "p".repeat(32);
    assertThatThrownBy(() -> parse("allreduce,0,1,ring," + longest + ",-1,1,2"))
        .hasMessage("tuner.csv:1: unknown protocol \"" + longest + "\" (ll, ll128, simple)");
    assertThatThrownBy(() -> parse("allreduce,0,1,ring," + longest + "p,-1,1,2"))
        .hasMessage("tuner.csv:1: unknown protocol \"" + longest + "...\" (ll, ll128, simple)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "allreduce,0,1,ring,ll12,-1,1,2 | unknown protocol \"ll12\" (ll, ll128, simple)",
        "allreduce,0,1,ring,LL,-1,1,2 | unknown protocol \"LL\" (ll, ll128, simple)",
        "allreduce,0,1,rings,ll,-1,1,2 | unknown algorithm \"rings\" (tree, ring, collnet_direct,"
            + " collnet_chain, nvls, nvls_tree, pat)",
        "AllReduce,0,1,ring,ll,-1,1,2 | unknown collective \"AllReduce\" (broadcast, reduce,"
            + " allgather, reducescatter, allreduce)",
        "allreduce,-1,1,ring,ll,-1,1,2 | min_bytes \"-1\" is not a number from 0 to"
            + " 9223372036854775807",
        "allreduce,0,9223372036854775808,ring,ll,-1,1,2 | max_bytes \"9223372036854775808\" is not"
            + " a number from 0 to 9223372036854775807",
        "allreduce,0,4K,ring,ll,-1,1,2 | max_bytes \"4K\" is not a number from 0 to"
            + " 9223372036854775807",
        "allreduce,2,1,ring,ll,-1,1,2 | min_bytes 2 is above max_bytes 1",
        "allreduce,0,1,ring,ll,65,1,2 | channels \"65\" is not -1 or a number from 0 to 64",
        "allreduce,0,1,ring,ll,+1,1,2 | channels \"+1\" is not -1 or a number from 0 to 64",
        "allreduce,0,1,ring,ll,-1,0,2 | nNodes \"0\" is not -1 or a number from 1 to 2147483647",
        "allreduce,0,1,ring,ll,-1,1,2,0 | numPipeOps \"0\" is not -1 or a number from 1 to"
            + " 2147483647",
        "allreduce,0,1,ring,ll,-1,1,2,1,2 | regBuff \"2\" is not -1 or a number from 0 to 1",
        "allreduce,0,1,ring,\"ll\",-1,1,2 | unknown protocol \"?ll?\" (ll, ll128, simple)",
        "allreduce | 1 field where a rule has 8 to 10: collective,min_bytes,max_bytes,algorithm,"
            + "protocol,channels,nNodes,nRanks[,numPipeOps[,regBuff]]",
      })
  void aWrongFieldIsNamedWithItsLine(String line, String message) {
    assertThatThrownBy(() -> parse("# first\n" + line + "\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("tuner.csv:2: " + message);
  }

  @Test
  void elevenFieldsAndEmptyFieldsAreRefused() {
    assertThatThrownBy(() -> parse("allreduce,0,1,ring,ll,-1,1,2,1,1,1"))
        .hasMessageStartingWith("tuner.csv:1: 11 fields where");
    assertThatThrownBy(() -> parse("allreduce,,1,ring,ll,-1,1,2"))
        .hasMessageStartingWith("tuner.csv:1: min_bytes \"\" is not");
    assertThatThrownBy(() -> parse("allreduce,0,1,ring,ll,-1,1,2\r,1"))
        .hasMessage("tuner.csv:1: carriage return inside the line");
    assertThatThrownBy(() -> parse("\rallreduce,0,1,ring,ll,-1,1,2"))
        .hasMessage("tuner.csv:1: carriage return inside the line");
  }

  @Test
  void limitsAreThoseOfThePlugin() throws IOException {
    String rule = "allreduce,0,1,ring,ll,-1,1,2\n";
    assertThat(parse(rule.repeat(RuleGrammar.MAX_RULES)).rules()).hasSize(RuleGrammar.MAX_RULES);
    assertThatThrownBy(() -> parse(rule.repeat(RuleGrammar.MAX_RULES + 1)))
        .hasMessage("tuner.csv:4097: more than 4096 rules");
    assertThat(parse("#" + " ".repeat(1023)).rules()).isEmpty();
    assertThatThrownBy(() -> parse("#" + " ".repeat(1024)))
        .hasMessage("tuner.csv:1: line longer than 1024 bytes");
    String largest = "#\n".repeat(RuleGrammar.MAX_FILE_BYTES / 2);
    assertThat(parse(largest).rules()).isEmpty();
    assertThatThrownBy(() -> parse(largest + "#"))
        .hasMessage("tuner.csv: larger than 1048576 bytes");
  }

  @Test
  void aWrittenFileReadsBackTheSame() throws IOException {
    TunerFile file = TunerFile.builtin(TunerFile.EPYC_TURIN);
    StringBuilder out = new StringBuilder();
    file.write(out, List.of("made by a test", ""));
    assertThat(out).startsWith("# made by a test\n#\n# collective,min_bytes");
    assertThat(parse(out.toString()).rules())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("line")
        .isEqualTo(file.rules());
  }

  @Test
  void aRuleThatLeavesChannelsToNcclIsWrittenSo() throws IOException {
    TunerFile file =
        parse(
            """
            allreduce,0,1,ring,ll,4,1,2,-1,-1
            allreduce,2,3,ring,ll,0,1,2,-1,1
            """);
    StringBuilder out = new StringBuilder();
    file.write(out, List.of());
    assertThat(out.toString().lines().skip(1))
        .containsExactly("allreduce,0,1,ring,ll,4,1,2,-1,-1", "allreduce,2,3,ring,ll,-1,1,2,-1,1");
  }

  @Test
  void aNameWithThePrefixAsksForShippedZones() {
    assertThat(TunerFile.isBuiltin(TunerFile.EPYC_TURIN)).isTrue();
    assertThat(TunerFile.isBuiltin("builtin.csv")).isFalse();
  }

  @Test
  void theBuiltinZonesAreThePublishedOnes() {
    assertThat(protocolAt(TunerFile.builtin(TunerFile.EPYC_TURIN), 4, 576 * KIB))
        .isEqualTo(Protocol.LL);
    assertThat(protocolAt(TunerFile.builtin(TunerFile.EPYC_TURIN), 4, 576 * KIB + 1))
        .isEqualTo(Protocol.SIMPLE);
    assertThat(protocolAt(TunerFile.builtin(TunerFile.EPYC_TURIN), 8, 448 * KIB))
        .isEqualTo(Protocol.LL);
    assertThat(protocolAt(TunerFile.builtin(TunerFile.EPYC_TURIN), 8, 3072 * KIB))
        .isEqualTo(Protocol.LL128);
    assertThat(protocolAt(TunerFile.builtin(TunerFile.EPYC_TURIN), 8, 3072 * KIB + 1))
        .isEqualTo(Protocol.SIMPLE);
    assertThatThrownBy(() -> TunerFile.builtin("builtin:other"))
        .hasMessage("no builtin zones \"builtin:other\" (builtin:epyc-turin)");
  }

  @Test
  void variablesMoveTheEndsOfTheBuiltinZones() {
    assertThat(TunerFile.ofVariables(Map.of("NCCL_TUNER_LL_MAX_4GPU", ""))).isEmpty();
    TunerFile small = TunerFile.ofVariables(Map.of("NCCL_TUNER_LL_MAX_4GPU", "1M")).orElseThrow();
    assertThat(protocolAt(small, 4, 1024 * KIB)).isEqualTo(Protocol.LL);
    assertThat(protocolAt(small, 4, 1024 * KIB + 1)).isEqualTo(Protocol.SIMPLE);
    assertThat(protocolAt(small, 8, 448 * KIB)).isEqualTo(Protocol.LL);
    assertThat(protocolAt(small, 8, 448 * KIB + 1)).isEqualTo(Protocol.LL128);

    TunerFile noLl128 =
        TunerFile.ofVariables(
                Map.of("NCCL_TUNER_LL_MAX_8GPU", "4g", "NCCL_TUNER_LL128_MAX_8GPU", "512k"))
            .orElseThrow();
    assertThat(protocolAt(noLl128, 8, 4L << 30)).isEqualTo(Protocol.LL);
    assertThat(protocolAt(noLl128, 8, (4L << 30) + 1)).isEqualTo(Protocol.SIMPLE);
    assertThatThrownBy(() -> TunerFile.ofVariables(Map.of("NCCL_TUNER_LL_MAX_4GPU", "1T")))
        .hasMessage(
            "NCCL_TUNER_LL_MAX_4GPU=\"1T\" is not a number of bytes (digits, then K, M, G or"
                + " nothing)");
  }

  @Test
  void movedZonesStandOneAfterTheOther() {
    List<TunerRule> rules =
        variables("NCCL_TUNER_LL_MAX_8GPU", "4096", "NCCL_TUNER_LL128_MAX_8GPU", "4097").rules();
    assertThat(rules.stream().filter(r -> r.nRanks() == 8))
        .extracting(TunerRule::protocol, TunerRule::minBytes, TunerRule::maxBytes)
        .containsExactly(
            tuple(Protocol.LL, 0L, 4096L),
            tuple(Protocol.LL128, 4097L, 4097L),
            tuple(Protocol.SIMPLE, 4098L, Long.MAX_VALUE));
  }

  @Test
  void aLimitMayBeFromNoneToTheLargestNumber() {
    String name = "NCCL_TUNER_LL_MAX_4GPU";
    assertThat(protocolAt(variables(name, "0"), 4, 0)).isEqualTo(Protocol.LL);
    assertThat(protocolAt(variables(name, "0"), 4, 1)).isEqualTo(Protocol.SIMPLE);
    long most = (Long.MAX_VALUE >> 30) << 30;
    assertThat(protocolAt(variables(name, "8589934591G"), 4, most)).isEqualTo(Protocol.LL);
    assertThatThrownBy(() -> variables(name, "8589934592G"))
        .hasMessageStartingWith(name + "=\"8589934592G\" is not a number of bytes");
  }

  private static TunerFile variables(String... namesAndValues) {
    Map<String, String> environment = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      environment.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return TunerFile.ofVariables(environment).orElseThrow();
  }

  private static Protocol protocolAt(TunerFile file, int nRanks, long bytes) {
    return ZoneMap.of(file, nRanks, 1)
        .firstUsable(TunerCall.allReduce(bytes, nRanks, true), (a, p) -> true)
        .orElseThrow()
        .protocol();
  }
}
