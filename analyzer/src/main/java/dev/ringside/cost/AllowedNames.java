package dev.ringside.cost;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A value of NCCL_ALGO or NCCL_PROTO as it is written: {@code [list][;function:list...]}, a list
 * {@code [^]a,b}; lists by function since 2.24 (NCCL src/graph/tuning.cc, parseList). Whether NCCL
 * knows the names is not asked here.
 *
 * <pre>{@code
 * AllowedNames value = AllowedNames.parse("LL,Simple;allreduce:LL128");
 * boolean open = value.of("allreduce").filter(list -> list.allows("ll128")).isPresent();
 * }</pre>
 *
 * @param parts the lists in order, empty ones left out
 */
public record AllowedNames(List<Part> parts) {
  private static final Set<String> FUNCTIONS =
      Set.of("", "broadcast", "reduce", "allgather", "reducescatter", "allreduce");

  /**
   * One list.
   *
   * @param function lower case; empty where it is for all
   * @param isInverted whether all but these are allowed
   * @param words lower case
   */
  public record Part(String function, boolean isInverted, List<String> words) {
    public Part {
      words = List.copyOf(words);
    }

    /** Whether it is for all, or for a function that NCCL tunes. */
    public boolean isFunctionKnown() {
      return FUNCTIONS.contains(function);
    }

    public boolean allows(String word) {
      return words.contains(word) != isInverted;
    }

    /** The one word that is allowed; empty where several are, or all but some. */
    public Optional<String> only() {
      return !isInverted && words.size() == 1 ? Optional.of(words.get(0)) : Optional.empty();
    }
  }

  public AllowedNames {
    parts = List.copyOf(parts);
  }

  /** Of a value as the environment or a command line holds it; quotes around it do not count. */
  public static AllowedNames parse(String value) {
    List<Part> parts = new ArrayList<>();
    for (String part : value.replace("\"", "").toLowerCase(Locale.ROOT).split(";", -1)) {
      int colon = part.indexOf(':');
      String function = part.substring(0, Math.max(0, colon)).strip();
      String list = part.substring(colon + 1).strip();
      boolean isInverted = list.startsWith("^");
      List<String> words =
          Arrays.stream(list.substring(isInverted ? 1 : 0).split(",", -1))
              .map(String::strip)
              .filter(w -> !w.isEmpty())
              .toList();
      if (!words.isEmpty()) {
        parts.add(new Part(function, isInverted, words));
      }
    }
    return new AllowedNames(parts);
  }

  /** Whether some function is left with one name. */
  public boolean isSingle() {
    return parts.stream().anyMatch(p -> p.only().isPresent());
  }

  /**
   * The list that a function obeys: the one that names it, else the one for all; empty where no
   * list covers it.
   *
   * @param function NCCL's word in lower case, such as {@code allreduce}
   */
  public Optional<Part> of(String function) {
    return parts.stream()
        .filter(p -> p.function().equals(function))
        .findFirst()
        .or(() -> parts.stream().filter(p -> p.function().isEmpty()).findFirst());
  }
}
