package dev.ringside.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.summary.CallKey;
import dev.ringside.summary.Run;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.RedOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CallsOfRunsTest {

  @Test
  void asManyCallsAreCommonAsAPlainLoopFinds() {
    Random random = new Random(5);
    for (int round = 0; round < 20_000; round++) {
      CallsOfRuns x = calls(random);
      CallsOfRuns y = calls(random);
      int common = 0;
      while (common < x.size() && common < y.size() && x.get(common).equals(y.get(common))) {
        common++;
      }
      assertThat(x.commonWith(y)).isEqualTo(common);
    }
  }

  private static CallsOfRuns calls(Random random) {
    List<Run> runs = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      long count = 1L + random.nextInt(2);
      CallKey key =
          new CallKey(Collective.ALL_REDUCE, DataType.FLOAT16, count, RedOp.SUM, 2, 1, 0, -1);
      runs.add(new Run(key, 1L + random.nextInt(3), 0, false));
    }
    return new CallsOfRuns(runs);
  }
}
