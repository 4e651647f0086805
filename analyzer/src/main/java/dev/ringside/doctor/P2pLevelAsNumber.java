package dev.ringside.doctor;

import java.util.List;
import java.util.stream.Stream;

/** Levels as integers are legacy; their meaning changed with the table of path types. */
final class P2pLevelAsNumber extends Rule {
  P2pLevelAsNumber() {
    super("p2p-level-as-number", FindingSeverity.INFO, Layer.SOFTWARE, ALL_RELEASES);
  }

  @Override
  public List<Finding> examine(Observations seen) {
    return Stream.of("NCCL_P2P_LEVEL", "NCCL_NET_GDR_LEVEL")
        .flatMap(name -> seen.variables(name).stream().limit(1))
        .filter(v -> v.value().matches("[1-9]\\d*"))
        .map(
            v ->
                finding(
                    v.place(),
                    v.assignment()
                        + ": levels are words (LOC, NVL, PIX, PXB, PHB, SYS); a number is taken"
                        + " through a legacy table and may not mean what it did.",
                    "export " + v.name() + "=SYS (or the level that is meant)"))
        .toList();
  }
}
