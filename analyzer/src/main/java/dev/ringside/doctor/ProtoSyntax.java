package dev.ringside.doctor;

import dev.ringside.cost.AllowedNames;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Values of NCCL_ALGO and NCCL_PROTO that are no lists. Up to 2.23 unknown names were ignored; from
 * 2.24 they fail the start (NCCL src/graph/tuning.cc, "Unrecognized element token").
 */
final class ProtoSyntax extends Rule {
  private static final Pattern REFUSED =
      Pattern.compile("Unrecognized \\w+ (name )?token|Unknown (algo|proto)");

  ProtoSyntax() {
    super("proto-syntax", FindingSeverity.ERROR, Layer.SOFTWARE, "from 2.24; ignored before");
  }

  @Override
  public List<Finding> examine(Observations seen) {
    List<Finding> out = new ArrayList<>();
    for (String name : List.of("NCCL_PROTO", "NCCL_ALGO")) {
      seen.variables(name).stream()
          .filter(v -> !unknown(v).isEmpty())
          .findFirst()
          .ifPresent(v -> out.add(finding(v.place(), text(v), remedy(name))));
    }
    if (out.isEmpty()) {
      seen.messages(REFUSED).stream()
          .findFirst()
          .ifPresent(
              m ->
                  out.add(
                      finding(
                          m.place(),
                          "NCCL refuses the value of NCCL_PROTO or NCCL_ALGO: "
                              + Excerpt.of(m.record().text()),
                          remedy("NCCL_PROTO"))));
    }
    return out;
  }

  private static List<String> unknown(Variable v) {
    boolean isProto = v.name().equals("NCCL_PROTO");
    List<AllowedNames.Part> parts = AllowedNames.parse(v.value()).parts();
    Stream<String> functions =
        parts.stream().filter(p -> !p.isFunctionKnown()).map(AllowedNames.Part::function);
    Stream<String> words =
        parts.stream()
            .flatMap(p -> p.words().stream())
            .filter(w -> isProto ? Protocol.ofName(w).isEmpty() : Algorithm.ofName(w).isEmpty())
            // Up to 2.21 both CollNet algorithms had one name.
            .filter(w -> isProto || !w.equals("collnet"));
    return Stream.concat(functions, words).toList();
  }

  private static String text(Variable v) {
    return v.assignment()
        + ": \""
        + String.join(" ", unknown(v))
        + "\" is no name that NCCL knows"
        + (v.value().contains("/") ? "; the separator is a comma, not a slash" : "")
        + ". Up to 2.23 it was ignored without a word, from 2.24 communicators fail to start.";
  }

  private static String remedy(String name) {
    return name.equals("NCCL_PROTO")
        ? "unset NCCL_PROTO, or a comma list: export NCCL_PROTO=LL,Simple (one function alone, from"
            + " 2.24: NCCL_PROTO='allreduce:LL,Simple')"
        : "unset NCCL_ALGO, or a comma list: export NCCL_ALGO=Ring,Tree";
  }
}
