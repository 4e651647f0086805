package dev.ringside.cost;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What NCCL_PROTO and NCCL_ALGO leave open for one collective (NCCL src/graph/tuning.cc,
 * parseList).
 *
 * <p>Up to 2.23 a value is one list for all collectives, in which unknown names count for nothing.
 * Since 2.24 it is {@code [list][;collective:list...]}, only the first entry may lack a collective,
 * and an unknown name of either kind fails the initialisation. {@code ^} turns a list round.
 * Setting NCCL_PROTO at all also switches LL128 hard on or off, past NCCL's own check, for every
 * collective that a list covers.
 */
public final class EnabledNames {

  private final Set<Protocol> protocols;
  private final Set<Algorithm> algorithms;
  private final boolean protocolsAreSet;

  private EnabledNames(
      Set<Protocol> protocols, Set<Algorithm> algorithms, boolean protocolsAreSet) {
    this.protocols = protocols;
    this.algorithms = algorithms;
    this.protocolsAreSet = protocolsAreSet;
  }

  /** Nothing set. */
  public static EnabledNames all() {
    return new EnabledNames(EnumSet.allOf(Protocol.class), EnumSet.allOf(Algorithm.class), false);
  }

  /**
   * Of the two variables.
   *
   * @param proto value of NCCL_PROTO; empty for unset
   * @param algo value of NCCL_ALGO; empty for unset
   * @return empty where NCCL refuses a value
   */
  public static Optional<EnabledNames> parse(
      NcclRelease release, Collective collective, String proto, String algo) {
    try {
      Optional<Set<Protocol>> protocols =
          enabled(release, collective, proto, Protocol.class, Protocol::ofName);
      Optional<Set<Algorithm>> algorithms =
          enabled(release, collective, algo, Algorithm.class, Algorithm::ofName);
      return Optional.of(
          new EnabledNames(
              protocols.orElse(EnumSet.allOf(Protocol.class)),
              algorithms.orElse(EnumSet.allOf(Algorithm.class)),
              protocols.isPresent()));
    } catch (RefusedException e) {
      return Optional.empty();
    }
  }

  public boolean allows(Protocol protocol) {
    return protocols.contains(protocol);
  }

  public boolean allows(Algorithm algorithm) {
    return algorithms.contains(algorithm);
  }

  /** Whether a list covers the collective, so that NCCL does not check LL128 itself. */
  public boolean protocolsAreSet() {
    return protocolsAreSet;
  }

  private static <E extends Enum<E>> Optional<Set<E>> enabled(
      NcclRelease release,
      Collective collective,
      String value,
      Class<E> type,
      Function<String, Optional<E>> ofName)
      throws RefusedException {
    if (value.isEmpty()) {
      return Optional.empty();
    }
    if (!release.isAtLeast(2, 24, 0)) {
      // No function could be named: what names one is no name that NCCL knows.
      return AllowedNames.parse(value.replaceAll("[;:]", "?")).parts().stream()
          .findFirst()
          .map(list -> names(list, type, ofName));
    }
    AllowedNames lists = AllowedNames.parse(value);
    for (int i = 0; i < lists.parts().size(); i++) {
      AllowedNames.Part part = lists.parts().get(i);
      boolean isPlaced = part.isFunctionKnown() && (i == 0 || !part.function().isEmpty());
      if (!isPlaced || !part.words().stream().allMatch(w -> ofName.apply(w).isPresent())) {
        throw new RefusedException();
      }
    }
    return lists
        .of(collective.ncclName().toLowerCase(Locale.ROOT))
        .map(part -> names(part, type, ofName));
  }

  private static <E extends Enum<E>> Set<E> names(
      AllowedNames.Part list, Class<E> type, Function<String, Optional<E>> ofName) {
    EnumSet<E> named = EnumSet.noneOf(type);
    list.words().forEach(w -> ofName.apply(w).ifPresent(named::add));
    return list.isInverted() ? EnumSet.complementOf(named) : named;
  }

  private static final class RefusedException extends Exception {}
}
