package dev.ringside.calibrate;

import dev.ringside.cost.AllowedNames;
import dev.ringside.cost.AllowedNames.Part;
import dev.ringside.cost.CurveChoice;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.util.List;
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
    Optional<Part> algorithms = algo.flatMap(ForcedChoice::forAllReduce);
    Optional<Part> protocols = proto.flatMap(ForcedChoice::forAllReduce);
    Optional<Algorithm> algorithm = algorithms.flatMap(Part::only).flatMap(Algorithm::ofName);
    Optional<Protocol> protocol = protocols.flatMap(Part::only).flatMap(Protocol::ofName);
    boolean understood =
        algorithms.isPresent() == algorithm.isPresent()
            && protocols.isPresent() == protocol.isPresent();
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

  private static Optional<Part> forAllReduce(String value) {
    return AllowedNames.parse(value).of("allreduce");
  }
}
