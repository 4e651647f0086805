package dev.ringside.summary;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Joins the ranks of a communicator: by commId, which all ranks share; a split without one by its
 * parent, colour and count; formats without pointers by their number. Communicators whose making is
 * not shown are joined by size, in the order in which each process uses them.
 */
final class Grouping {
  private final Map<String, List<Member>> groups = new LinkedHashMap<>();
  private final IdentityHashMap<Member, String> keyOf = new IdentityHashMap<>();
  private final Set<String> undecided = new HashSet<>();

  static Grouping of(List<Member> members) {
    Grouping g = new Grouping();
    Map<CommunicatorId, Member> byId = new HashMap<>();
    members.forEach(m -> byId.putIfAbsent(m.id(), m));
    Map<String, List<Member>> unknown = new LinkedHashMap<>();
    for (Member m : members) {
      Optional<String> key = knownKey(m, byId, new HashSet<>());
      if (key.isPresent()) {
        g.put(key.get(), m);
      } else {
        unknown.computeIfAbsent(place(m) + ' ' + m.nRanks(), k -> new ArrayList<>()).add(m);
      }
    }
    g.joinUnknown(unknown.values());
    return g;
  }

  private static Optional<String> knownKey(
      Member m, Map<CommunicatorId, Member> byId, Set<CommunicatorId> seen) {
    Creation c = m.creation();
    if (c.commId() != 0) {
      return Optional.of("0x" + Long.toHexString(c.commId()));
    }
    if (c.parent.isPresent() && seen.add(m.id())) {
      Member parent = byId.get(c.parent.get());
      String stem =
          Optional.ofNullable(parent).flatMap(p -> knownKey(p, byId, seen)).orElse("unknown");
      int printed = c.init().orElseThrow().splitCount();
      return Optional.of(
          stem + "/" + (printed >= 0 ? printed : c.child) + ":" + c.init().orElseThrow().color());
    }
    if (m.isSharedNumber()) {
      return Optional.of("0x" + Long.toHexString(m.id().comm()));
    }
    return Optional.empty();
  }

  /** What holds at most one rank of a communicator. */
  static String place(Member m) {
    if (m.id().pid() < 0 && m.rank() >= 0) {
      return m.id().source() + " rank " + m.rank();
    }
    return m.id().source() + ' ' + m.id().host() + ' ' + m.id().pid() + ' ' + m.device();
  }

  private void joinUnknown(Collection<List<Member>> byPlaceAndSize) {
    Map<String, List<Member>> joined = new LinkedHashMap<>();
    for (List<Member> sameSize : byPlaceAndSize) {
      sameSize.sort(Comparator.comparingLong(Member::firstOffset));
      for (int i = 0; i < sameSize.size(); i++) {
        Member m = sameSize.get(i);
        String key = m.nRanks() == 1 ? ownKey(m) : "unnamed-" + Math.max(0, m.nRanks()) + "-" + i;
        joined.computeIfAbsent(key, k -> new ArrayList<>()).add(m);
      }
    }
    joined.forEach(
        (key, list) -> {
          // More members than ranks are several communicators, and nothing tells whose is which.
          boolean isOne = list.get(0).nRanks() < 0 || list.size() <= list.get(0).nRanks();
          for (Member m : list) {
            put(isOne ? key : ownKey(m), m);
            if (!isOne) {
              undecided.add(ownKey(m));
            }
          }
        });
  }

  private static String ownKey(Member m) {
    return m.id().host()
        + ':'
        + m.id().pid()
        + ":0x"
        + Long.toHexString(m.id().comm())
        + '#'
        + m.id().incarnation();
  }

  private void put(String key, Member m) {
    groups.computeIfAbsent(key, k -> new ArrayList<>()).add(m);
    keyOf.put(m, key);
  }

  String keyOf(Member m) {
    return keyOf.get(m);
  }

  /** Whether other ranks of the group cannot be told from those of others. */
  boolean isUndecided(String key) {
    return undecided.contains(key);
  }

  /** Members by group, in order of appearance. */
  Map<String, List<Member>> groups() {
    return groups;
  }

  /**
   * By group, the members of all groups of the same ranks, its own included: an engine may carry
   * graphs on one communicator and eager passes on another. Groups of unknown size stand alone.
   */
  Map<String, List<Member>> ofSameRanks() {
    Map<String, List<Member>> sets = new HashMap<>();
    Map<String, List<Member>> out = new HashMap<>();
    groups.forEach(
        (key, members) -> {
          String set = nRanks(members) < 0 ? key : rankSet(members);
          List<Member> all = sets.computeIfAbsent(set, s -> new ArrayList<>());
          all.addAll(members);
          out.put(key, all);
        });
    return out;
  }

  List<CommunicatorGroup> described() {
    Map<String, String> firstOfRankSet = new HashMap<>();
    List<CommunicatorGroup> out = new ArrayList<>();
    groups.forEach(
        (key, members) -> {
          String set = rankSet(members);
          firstOfRankSet.putIfAbsent(set, key);
          out.add(described(key, members, firstOfRankSet.get(set)));
        });
    return out;
  }

  private static String rankSet(List<Member> members) {
    Set<String> places = new TreeSet<>();
    members.forEach(m -> places.add(place(m) + ' ' + m.writerRank()));
    return nRanks(members) + " " + places;
  }

  static int nRanks(List<Member> members) {
    return members.stream().mapToInt(Member::nRanks).max().orElse(-1);
  }

  static int ranksSeen(List<Member> members) {
    long known =
        members.stream().mapToInt(Member::rank).filter(rank -> rank >= 0).distinct().count();
    long unknown =
        members.stream().filter(m -> m.rank() < 0).map(Grouping::place).distinct().count();
    return (int) (known + unknown);
  }

  static int nNodes(List<Member> members) {
    int printed = members.stream().mapToInt(m -> m.creation().nNodes()).max().orElse(-1);
    Set<String> hosts = new HashSet<>();
    members.forEach(m -> hosts.add(m.id().host()));
    boolean isAllOnOneHost =
        hosts.size() == 1 && !hosts.contains("") && ranksSeen(members) == nRanks(members);
    return printed < 0 && isAllOnOneHost ? 1 : printed;
  }

  private static CommunicatorGroup described(String key, List<Member> members, String rankSet) {
    List<Member> byRank = new ArrayList<>(members);
    byRank.sort(Comparator.comparingInt(Member::rank));
    return new CommunicatorGroup(
        key,
        byRank.stream().map(Member::id).toList(),
        nRanks(members),
        nNodes(members),
        ranksSeen(members),
        members.stream().flatMap(m -> m.transportClass().stream()).max(Comparator.naturalOrder()),
        byRank.stream()
            .flatMap(m -> CostRows.of(m.creation().costRows).printed().stream())
            .findFirst(),
        rankSet);
  }
}
