package dev.ringside.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.summary.Interpretation;
import dev.ringside.summary.TraceSummary;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What inputs confirm, contradict and cannot show. */
class ChecklistTest {

  private static Map<String, CheckedItem> check(String... resources) {
    List<Path> files = Stream.of(resources).map(ChecklistTest::resource).toList();
    TraceSummary summary = Examined.summary(files);
    Map<String, CheckedItem> items = new TreeMap<>();
    Checklist.of(summary, Interpretation.of(summary, Optional.empty()))
        .forEach(i -> items.put(i.name(), i));
    return items;
  }

  private static Path resource(String name) {
    try {
      return Path.of(ChecklistTest.class.getResource("/doctor/" + name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void nothingIsShownByNothing() {
    assertThat(
            Checklist.of(
                TraceSummary.EMPTY, Interpretation.of(TraceSummary.EMPTY, Optional.empty())))
        .isNotEmpty()
        .allMatch(i -> i.state() == CheckState.NOT_SHOWN && !i.command().isEmpty());
  }

  @Test
  void aLogOfNvlinkConfirmsPeerAccessAndSearch() {
    Map<String, CheckedItem> items = check("healthy/one-node-nvlink.log");
    assertThat(items.get("peer-access").state()).isEqualTo(CheckState.CONFIRMED);
    assertThat(items.get("peer-access").evidence()).contains("P2P/CUMEM/read");
    assertThat(items.get("ring-search").state()).isEqualTo(CheckState.CONFIRMED);
    assertThat(items.get("choice-by-size").evidence()).contains("RING/LL").contains("TREE/LL128");
    assertThat(items.get("rdma").state()).isEqualTo(CheckState.NOT_SHOWN);
  }

  @Test
  void outputsOfHostToolsConfirmTheHost() {
    Map<String, CheckedItem> items = check("healthy/host-tools.txt");
    assertThat(List.of("nvlink-up", "pcie-width", "acs-off", "port-rates", "pfc-quiet"))
        .allSatisfy(n -> assertThat(items.get(n).state()).isEqualTo(CheckState.CONFIRMED));
  }

  @Test
  void aFindingContradictsItsItem() {
    Map<String, CheckedItem> items =
        check("fires/NvlinkDown.txt", "fires/IbPortDown.txt", "fires/ForcedAlgoProto.txt");
    assertThat(items.get("nvlink-up").state()).isEqualTo(CheckState.CONTRADICTED);
    assertThat(items.get("nvlink-up").evidence()).isEqualTo("nvlink-down");
    assertThat(items.get("port-rates").state()).isEqualTo(CheckState.CONTRADICTED);
    assertThat(items.get("nothing-forced").state()).isEqualTo(CheckState.CONTRADICTED);
  }

  @Test
  void whatNoFileShowsIsNeverConfirmed() {
    Map<String, CheckedItem> items =
        check(
            "healthy/one-node-nvlink.log", "healthy/two-nodes-rdma.log", "healthy/host-tools.txt");
    assertThat(List.of("ecn-on", "ecmp-balanced"))
        .allSatisfy(n -> assertThat(items.get(n).state()).isEqualTo(CheckState.NOT_SHOWN));
  }
}
