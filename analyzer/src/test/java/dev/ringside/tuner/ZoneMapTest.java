package dev.ringside.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ZoneMapTest {

  private static final long[] EDGES = {0, 1, 7, 64, 4096, 4097, 1 << 20, Long.MAX_VALUE - 1};

  @Test
  void aRuleThatNcclForbidsIsPassedOver() {
    TunerFile file =
        new TunerFile("t", List.of(rule(1, 0, 100, Protocol.LL128), rule(2, 0, 50, Protocol.LL)));
    ZoneMap map = ZoneMap.of(file, 2, 1);
    TunerCall small = TunerCall.allReduce(50, 2, true);
    assertThat(map.firstUsable(small, (a, p) -> true)).contains(file.rules().get(0));
    assertThat(map.firstUsable(small, (a, p) -> p != Protocol.LL128)).contains(file.rules().get(1));
    assertThat(map.firstUsable(TunerCall.allReduce(51, 2, true), (a, p) -> p != Protocol.LL128))
        .isEmpty();
    assertThat(map.starts(Collective.ALL_REDUCE)).containsExactly(0L, 51L, 101L);
  }

  @Test
  void aRuleForCapturedCallsLeavesTheRestAlone() {
    TunerRule rule =
        new TunerRule(1, Collective.ALL_REDUCE, 0, 9, Algorithm.RING, Protocol.LL, 0, 1, 2, -1, 1);
    ZoneMap map = ZoneMap.of(new TunerFile("t", List.of(rule)), 2, 1);
    assertThat(map.firstUsable(TunerCall.allReduce(9, 2, true), (a, p) -> true)).contains(rule);
    assertThat(map.firstUsable(TunerCall.allReduce(9, 2, false), (a, p) -> true)).isEmpty();
  }

  @Test
  void behindARuleToTheLargestSizeNoZoneBegins() {
    TunerFile file = new TunerFile("t", List.of(rule(1, 7, Long.MAX_VALUE, Protocol.LL)));
    assertThat(ZoneMap.of(file, 2, 1).starts(Collective.ALL_REDUCE)).containsExactly(0L, 7L);
  }

  @Test
  void aCallOfAnotherShapeIsRefused() {
    ZoneMap map = ZoneMap.of(new TunerFile("t", List.of()), 2, 1);
    assertThatThrownBy(() -> map.firstUsable(TunerCall.allReduce(1, 4, true), (a, p) -> true))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void moreRulesForOneSizeThanThePluginKeepsAreRefused() {
    List<TunerRule> rules = new ArrayList<>();
    for (int i = 1; i <= ZoneMap.MAX_CANDIDATES + 1; i++) {
      rules.add(
          new TunerRule(
              i, Collective.ALL_REDUCE, 0, 9, Algorithm.RING, Protocol.LL, 0, 1, 2, i, -1));
    }
    assertThat(ZoneMap.of(new TunerFile("t", rules.subList(1, rules.size())), 2, 1)).isNotNull();
    assertThatThrownBy(() -> ZoneMap.of(new TunerFile("t", rules), 2, 1))
        .hasMessage("t: more than 64 rules for one size");
    assertThat(ZoneMap.of(new TunerFile("t", rules), 4, 1)).isNotNull();
  }

  @Test
  void zonesDecideAsReadingTheRulesOneAfterTheOtherDoes() {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      List<TunerRule> rules = randomRules(random);
      TunerFile file = new TunerFile("random", rules);
      for (int k = 0; k < 100; k++) {
        TunerCall call = randomCall(random);
        long forbidden = random.nextLong();
        assertThat(
                ZoneMap.of(file, call.nRanks(), call.nNodes())
                    .firstUsable(call, (a, p) -> usable(forbidden, a, p)))
            .isEqualTo(bruteForce(rules, call, forbidden));
      }
    }
  }

  private static boolean usable(long forbidden, Algorithm a, Protocol p) {
    return (forbidden >> (a.ordinal() * 3 + p.ordinal()) & 1) == 0;
  }

  /** The grammar's words and nothing else: file order, every condition, then the table. */
  private static Optional<TunerRule> bruteForce(
      List<TunerRule> rules, TunerCall c, long forbidden) {
    for (TunerRule r : rules) {
      if (r.collective() != c.collective()) {
        continue;
      }
      if (c.bytes() < r.minBytes() || c.bytes() > r.maxBytes()) {
        continue;
      }
      if (r.nNodes() != -1 && r.nNodes() != c.nNodes()) {
        continue;
      }
      if (r.nRanks() != -1 && r.nRanks() != c.nRanks()) {
        continue;
      }
      if (r.numPipeOps() != -1 && r.numPipeOps() != c.numPipeOps()) {
        continue;
      }
      if (r.regBuff() != -1 && r.regBuff() != c.regBuff()) {
        continue;
      }
      if (usable(forbidden, r.algorithm(), r.protocol())) {
        return Optional.of(r);
      }
    }
    return Optional.empty();
  }

  private static List<TunerRule> randomRules(Random random) {
    List<TunerRule> rules = new ArrayList<>();
    int n = random.nextInt(12);
    for (int i = 0; i < n; i++) {
      long a = EDGES[random.nextInt(EDGES.length)];
      long b = random.nextInt(8) == 0 ? Long.MAX_VALUE : EDGES[random.nextInt(EDGES.length)];
      rules.add(
          new TunerRule(
              i + 1,
              random.nextBoolean() ? Collective.ALL_REDUCE : Collective.ALL_GATHER,
              Math.min(a, b),
              Math.max(a, b),
              Algorithm.values()[random.nextInt(Algorithm.values().length)],
              Protocol.values()[random.nextInt(Protocol.values().length)],
              random.nextInt(3),
              anyOr(random, 1 + random.nextInt(2)),
              anyOr(random, 2 + random.nextInt(2)),
              anyOr(random, 1 + random.nextInt(2)),
              anyOr(random, random.nextInt(2))));
    }
    return rules;
  }

  private static int anyOr(Random random, int value) {
    return random.nextBoolean() ? TunerRule.ANY : value;
  }

  private static TunerCall randomCall(Random random) {
    long bytes = EDGES[random.nextInt(EDGES.length)] + random.nextInt(2);
    return new TunerCall(
        random.nextBoolean() ? Collective.ALL_REDUCE : Collective.ALL_GATHER,
        bytes,
        1 + random.nextInt(2),
        2 + random.nextInt(2),
        1 + random.nextInt(2),
        random.nextInt(2));
  }

  private static TunerRule rule(int line, long min, long max, Protocol protocol) {
    return new TunerRule(
        line, Collective.ALL_REDUCE, min, max, Algorithm.RING, protocol, 0, 1, 2, -1, -1);
  }
}
