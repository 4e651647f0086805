package dev.ringside.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EnabledNamesTest {

  private static final NcclRelease OLD = new NcclRelease(2, 21, 5);
  private static final NcclRelease NEW = new NcclRelease(2, 28, 9);

  @Test
  void oldReleasesTakeOneListForAllAndIgnoreUnknownNames() {
    assertThat(protocols(OLD, Collective.ALL_REDUCE, "ll,simple,nonsense"))
        .contains("LL SIMPLE true");
    assertThat(protocols(OLD, Collective.ALL_GATHER, "^LL128")).contains("LL SIMPLE true");
    assertThat(protocols(OLD, Collective.ALL_GATHER, "LL,Simple;allreduce:LL128"))
        .contains("LL true");
  }

  @Test
  void newReleasesTakeAListACollective() {
    String value = "LL,Simple;allreduce:LL,LL128,Simple";
    assertThat(protocols(NEW, Collective.ALL_REDUCE, value)).contains("LL LL128 SIMPLE true");
    assertThat(protocols(NEW, Collective.ALL_GATHER, value)).contains("LL SIMPLE true");
    assertThat(protocols(NEW, Collective.ALL_GATHER, "allreduce:LL"))
        .contains("LL LL128 SIMPLE false");
    assertThat(protocols(NEW, Collective.ALL_REDUCE, "")).contains("LL LL128 SIMPLE false");
  }

  @Test
  void newReleasesRefuseWhatTheyDoNotKnow() {
    assertThat(protocols(NEW, Collective.ALL_REDUCE, "LL/LL128/Simple")).isEmpty();
    assertThat(protocols(NEW, Collective.ALL_REDUCE, "LL;Simple")).isEmpty();
    assertThat(protocols(NEW, Collective.ALL_REDUCE, "allreduces:LL")).isEmpty();
    assertThat(protocols(NEW, Collective.ALL_REDUCE, "allreduce:LL,,Simple"))
        .contains("LL SIMPLE true");
    assertThat(protocols(NEW, Collective.ALL_REDUCE, "^LL128")).contains("LL SIMPLE true");
  }

  @Test
  void algorithmsAreReadTheSameWay() {
    EnabledNames tree =
        EnabledNames.parse(NEW, Collective.ALL_REDUCE, "", "allreduce:tree").orElseThrow();
    assertThat(tree.allows(Algorithm.TREE)).isTrue();
    assertThat(tree.allows(Algorithm.RING)).isFalse();
    assertThat(tree.protocolsAreSet()).isFalse();
  }

  private static Optional<String> protocols(NcclRelease r, Collective c, String value) {
    return EnabledNames.parse(r, c, value, "")
        .map(
            e ->
                Arrays.stream(Protocol.values())
                        .filter(e::allows)
                        .map(Enum::name)
                        .collect(Collectors.joining(" "))
                    + " "
                    + e.protocolsAreSet());
  }
}
