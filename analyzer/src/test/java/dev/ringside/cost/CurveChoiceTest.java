package dev.ringside.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CurveChoiceTest {
  private static final CurveChoice LL = CurveChoice.pinned(Algorithm.RING, Protocol.LL);
  private static final CurveChoice UNPINNED = CurveChoice.unpinned(Protocol.LL);

  @Test
  void aLabelSaysWhatWasForced() {
    assertThat(CurveChoice.ncclDefault().label()).isEqualTo("default");
    assertThat(LL.label()).isEqualTo("Ring/LL");
    assertThat(UNPINNED.label()).isEqualTo("unpinned/LL");
    assertThat(new CurveChoice(Optional.of(Algorithm.TREE), Optional.empty(), -1).label())
        .isEqualTo("Tree/any");
    assertThat(new CurveChoice(LL.algorithm(), LL.protocol(), 4).label()).isEqualTo("Ring/LLx4");
    assertThat(new CurveChoice(LL.algorithm(), LL.protocol(), 0).label()).isEqualTo("Ring/LLx0");
  }

  @Test
  void aProtocolAloneIsNeitherNcclsOwnChoiceNorPinned() {
    assertThat(UNPINNED.isDefault()).isFalse();
    assertThat(UNPINNED.isPinned()).isFalse();
    assertThat(CurveChoice.ncclDefault().isDefault()).isTrue();
    assertThat(LL.isPinned()).isTrue();
  }

  @Test
  void choicesAreInNcclsOrderWithItsOwnFirst() {
    CurveChoice tree = CurveChoice.pinned(Algorithm.TREE, Protocol.SIMPLE);
    CurveChoice channels = new CurveChoice(LL.algorithm(), LL.protocol(), 4);
    assertThat(List.of(channels, LL, tree, UNPINNED, CurveChoice.ncclDefault()).stream().sorted())
        .containsExactly(CurveChoice.ncclDefault(), UNPINNED, tree, LL, channels);
  }
}
