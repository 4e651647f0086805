package dev.ringside.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a value of NCCL_PROTO allows, by function. Since 2.24 it may hold sections, {@code
 * "LL,Simple;allreduce:LL128"}, of which the one that names a function wins for it (NCCL
 * src/graph/tuning.cc, parseList).
 *
 * @param value as set; empty for not set
 */
record ProtocolOverride(String value) {
  /** nccl-tests' words for the collectives that have an LL128 kernel. */
  static final List<String> TESTS =
      List.of("all_reduce", "all_gather", "reduce_scatter", "broadcast", "reduce");

  /** Protocols that the value leaves to a test, in upper case; empty for not set. */
  List<String> allowed(String test) {
    String general = "";
    String named = "";
    for (String section : value.replace("\"", "").split(";", -1)) {
      int colon = section.indexOf(':');
      String function = section.substring(0, Math.max(0, colon)).strip().toLowerCase(Locale.ROOT);
      if (colon < 0) {
        general = section;
      } else if (function.equals(test.replace("_", ""))) {
        named = section.substring(colon + 1);
      }
    }
    String list = named.isEmpty() ? general : named;
    List<String> protocols = new ArrayList<>();
    for (String word : list.split(",", -1)) {
      if (!word.isBlank()) {
        protocols.add(word.strip().toUpperCase(Locale.ROOT));
      }
    }
    return protocols;
  }

  /** Whether LL128 is all that a test may use. */
  boolean forcesLl128(String test) {
    return allowed(test).equals(List.of("LL128"));
  }
}
