package dev.ringside.calibrate;

import dev.ringside.cost.CurveChoice;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What NCCL_ALGO and NCCL_PROTO force for AllReduce.
 *
 * @param choice empty where several are allowed or the value is not understood: then the file says
 *     neither NCCL's own choice nor a pinned one
 */
record ForcedChoice(Optional<CurveChoice> choice, String values) {

  /** Values as the environment holds them; empty where not set. */
  static ForcedChoice ofVariables(Optional<String> algo, Optional<String> proto) {
    String values =
        (algo.map(a -> "NCCL_ALGO=" + a + " ").orElse("")
                + proto.map(p -> "NCCL_PROTO=" + p).orElse(""))
            .strip();
    Optional<String> algorithmWord = algo.map(ForcedChoice::forAllReduce);
    Optional<String> protocolWord = proto.map(ForcedChoice::forAllReduce);
    Optional<Algorithm> algorithm = algorithmWord.flatMap(Algorithm::ofName);
    Optional<Protocol> protocol = protocolWord.flatMap(Protocol::ofName);
    boolean understood =
        algorithmWord.map(w -> w.isEmpty() || algorithm.isPresent()).orElse(true)
            && protocolWord.map(w -> w.isEmpty() || protocol.isPresent()).orElse(true);
    return new ForcedChoice(
        understood ? Optional.of(new CurveChoice(algorithm, protocol, -1)) : Optional.empty(),
        values);
  }

  /** Whole words of a file name: {@code graph_fine_Ring_LL128.txt}. */
  static Optional<CurveChoice> ofFileName(String file) {
    String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    List<String> words = List.of(name.split("[^A-Za-z0-9]+", -1));
    List<Algorithm> algorithms =
        words.stream().flatMap(w -> Algorithm.ofName(w).stream()).distinct().toList();
    List<Protocol> protocols =
        words.stream().flatMap(w -> Protocol.ofName(w).stream()).distinct().toList();
    if (algorithms.size() > 1 || protocols.size() != 1) {
      return Optional.empty();
    }
    return Optional.of(
        new CurveChoice(algorithms.stream().findFirst(), protocols.stream().findFirst(), -1));
  }

  /**
   * The part of a value that AllReduce obeys: since 2.24 a value may hold sections by function,
   * {@code "LL,Simple;allreduce:LL128"}, where the one that names the function wins.
   */
  private static String forAllReduce(String value) {
    String general = "";
    for (String section : value.replace("\"", "").split(";", -1)) {
      int colon = section.indexOf(':');
      String function = section.substring(0, Math.max(colon, 0)).strip().toLowerCase(Locale.ROOT);
      if (function.equals("allreduce")) {
        return section.substring(colon + 1).strip();
      }
      if (colon < 0) {
        general = section.strip();
      }
    }
    return general;
  }
}
