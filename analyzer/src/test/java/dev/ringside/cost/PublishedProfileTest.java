package dev.ringside.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringside.cost.PublishedProfile.OwnChoiceRange;
import dev.ringside.trace.record.Protocol;
import org.junit.jupiter.api.Test;

class PublishedProfileTest {

  private static PublishedProfile epyc() {
    return PublishedProfile.named("published:epyc-turin");
  }

  @Test
  void ncclsOwnChoiceIsToldWhereThePublicationTellsIt() {
    PublishedProfile epyc = epyc();
    assertThat(epyc.ownChoice(8, 1, 512 << 10)).map(OwnChoiceRange::protocol).contains(Protocol.LL);
    assertThat(epyc.ownChoice(8, 1, 2 << 20)).map(OwnChoiceRange::evidence).contains("stated");
    assertThat(epyc.ownChoice(8, 1, (512 << 10) - 1)).isEmpty();
    assertThat(epyc.ownChoice(8, 1, (2 << 20) + 1)).isEmpty();
    assertThat(epyc.ownChoice(4, 1, 0)).map(OwnChoiceRange::nRanks).contains(4);
    assertThat(epyc.ownChoice(2, 1, 1 << 20)).isEmpty();
    assertThat(epyc.ownChoice(8, 2, 1 << 20)).isEmpty();
  }

  @Test
  void itForbidsLl128AsNcclDoesThere() {
    assertThat(epyc().forbidden()).containsExactly(Protocol.LL128);
  }

  @Test
  void aNameWithThePrefixAsksForOne() {
    assertThat(PublishedProfile.isPublished("published:else")).isTrue();
    assertThat(PublishedProfile.isPublished("published.log")).isFalse();
    assertThatThrownBy(() -> PublishedProfile.named("published:else"))
        .hasMessage("no published figures \"published:else\" (published:epyc-turin)");
  }
}
