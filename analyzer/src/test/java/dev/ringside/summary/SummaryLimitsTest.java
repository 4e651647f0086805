package dev.ringside.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.Message;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SummaryLimitsTest {
  private static final CallSite RANK0 = new CallSite("node01", 1, 1, 0, -1);

  /** Every size twice, in no order; {@code extra} sizes more than a summary may hold. */
  private static Events manySizes(int extra) {
    Events e = new Events("many.log");
    int n = SummaryLimits.MESSAGES + extra;
    Random random = new Random(5);
    int offset = random.nextInt(n);
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < n; i++) {
        // A prime larger than n: a walk through all sizes.
        long count = 2 + (i * 104729L + offset) % n;
        e.call(RANK0, 0xa0, DataType.BFLOAT16, count, 0);
      }
    }
    return e;
  }

  @Test
  void theSmallestMessagesStayAndAreCountedInFull() {
    Traffic t = Interpretation.of(manySizes(1000).summary(), Optional.empty());
    assertThat(t.rows()).hasSize(SummaryLimits.MESSAGES);
    assertThat(t.rows()).allMatch(r -> r.calls() == 2);
    assertThat(t.rows().get(0).bytes()).isEqualTo(4);
    assertThat(t.losses())
        .singleElement()
        .satisfies(l -> assertThat(l.name()).isEqualTo("summary-limit"))
        .satisfies(l -> assertThat(l.detail()).startsWith("2000 calls"));
  }

  @Test
  void aLimitDoesNotDependOnWhereTheSourceIsCut() {
    Events e = manySizes(1000);
    TraceSummary whole = e.summary();
    int third = e.size() / 3;
    TraceSummary left = e.summary(0, third);
    TraceSummary middle = e.summary(third, 2 * third);
    TraceSummary right = e.summary(2 * third, e.size());
    assertThat(left.merge(middle).merge(right)).isEqualTo(whole);
    assertThat(right.merge(left).merge(middle)).isEqualTo(whole);
  }

  @Test
  void theFirstLinesOfAKindStayAndTheRestIsCounted() {
    Events e = new Events("warnings.log");
    int n = SummaryLimits.RARE_LINES + 300;
    for (int i = 0; i < n; i++) {
      String text = "warning " + i;
      e.record(RANK0, s -> new Message(s, "WARN", "", text));
      e.record(RANK0, s -> new Message(s, "WARN", "", text));
    }
    TraceSummary whole = e.summary();
    RareLines rare = whole.sources().get(0).pieces().get(0).rare();
    assertThat(rare.lines()).hasSize(SummaryLimits.RARE_LINES).allMatch(l -> l.count() == 2);
    assertThat(rare.unkept()).singleElement().satisfies(u -> assertThat(u.count()).isEqualTo(600));
    int cut = e.size() - 777;
    assertThat(e.summary(0, cut).merge(e.summary(cut, e.size()))).isEqualTo(whole);
  }

  @Test
  void endlesslyManyCommunicatorsAtOnePointerAreTakenAsOneInTheEnd() {
    Events e = new Events("churn.log");
    for (int i = 0; i < SummaryLimits.INCARNATIONS + 50; i++) {
      e.created(RANK0, 0xa0, 0, 2, i + 1);
      e.call(RANK0, 0xa0, DataType.BFLOAT16, 1024, 0);
    }
    TraceSummary whole = e.summary();
    assertThat(whole.sources().get(0).pieces().get(0).pointers().get(0).incarnations())
        .hasSize(SummaryLimits.INCARNATIONS);
    int cut = e.size() / 2;
    assertThat(e.summary(0, cut).merge(e.summary(cut, e.size()))).isEqualTo(whole);
  }
}
