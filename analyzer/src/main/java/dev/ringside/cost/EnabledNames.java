package dev.ringside.cost;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What NCCL_PROTO and NCCL_ALGO leave open for one collective (NCCL src/graph/tuning.cc,
 * parseList).
 *
 * <p>Up to 2.23 a value is one list for all collectives, in which unknown names count for nothing.
 * Since 2.24 it is {@code [list][;collective:list...]}, only the first entry may lack a collective,
 * and an unknown name fails the initialisation. {@code ^} turns a list round. Setting NCCL_PROTO at
 * all also switches LL128 hard on or off, past NCCL's own check, for every collective that a list
 * covers.
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
    boolean strict = release.isAtLeast(2, 24, 0);
    if (!strict) {
      return Optional.of(list(value, type, ofName, false));
    }
    String list = lists(value).get(collective.ncclName().toLowerCase(Locale.ROOT));
    list = list == null ? lists(value).get("") : list;
    return list == null ? Optional.empty() : Optional.of(list(list, type, ofName, true));
  }

  /** Lists by lower-case collective; the one for all others under the empty name. */
  private static Map<String, String> lists(String value) throws RefusedException {
    Map<String, String> lists = new LinkedHashMap<>();
    String[] entries = value.split(";", -1);
    for (int i = 0; i < entries.length; i++) {
      String entry = entries[i].strip();
      int colon = entry.indexOf(':');
      if (entry.isEmpty()) {
        continue;
      }
      if (colon < 0 && i > 0) {
        throw new RefusedException();
      }
      lists.put(
          colon < 0 ? "" : entry.substring(0, colon).strip().toLowerCase(Locale.ROOT),
          entry.substring(colon + 1).strip());
    }
    return lists;
  }

  private static <E extends Enum<E>> Set<E> list(
      String text, Class<E> type, Function<String, Optional<E>> ofName, boolean strict)
      throws RefusedException {
    boolean inverted = text.startsWith("^");
    EnumSet<E> named = EnumSet.noneOf(type);
    for (String name : (inverted ? text.substring(1) : text).split(",", -1)) {
      Optional<E> known = ofName.apply(name.strip());
      if (known.isEmpty() && strict) {
        throw new RefusedException();
      }
      known.ifPresent(named::add);
    }
    return inverted ? EnumSet.complementOf(named) : named;
  }

  private static final class RefusedException extends Exception {}
}
