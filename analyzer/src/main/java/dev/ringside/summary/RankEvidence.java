package dev.ringside.summary;

import dev.ringside.trace.record.BenchmarkDevice;
import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.CommunicatorEnd;
import dev.ringside.trace.record.EngineSetting;
import dev.ringside.trace.record.Message;
import dev.ringside.trace.record.RcclKernel;
import dev.ringside.trace.record.RingLink;
import dev.ringside.trace.record.TraceRecord;
import dev.ringside.trace.record.WatchdogTimeout;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which rank wrote what. A device number is no rank; lines that name the writer's rank are taken,
 * and the device only where it can be nothing else.
 */
final class RankEvidence {
  private static final Pattern DUPLICATE = Pattern.compile("Duplicate GPU detected : rank (\\d+)");

  /** Where a rank may run. */
  private record Place(String host, long pid, int device) {}

  private final List<Member> members;
  private final int nRanks;
  private final int largestEnded;
  private final Map<Place, Integer> rankOf = new HashMap<>();
  private final Map<Place, Integer> listed = new HashMap<>();
  private final Map<Place, Integer> labels = new HashMap<>();
  private final Map<Place, Integer> statedBy = new HashMap<>();
  private final Map<Long, Set<Integer>> tagged = new HashMap<>();
  private final Set<String> tensorSizes = new HashSet<>();
  private final Set<Place> writers = new HashSet<>();
  private final Set<Integer> stated = new TreeSet<>();
  private final Set<Place> tuned = new HashSet<>();
  private final Map<String, Set<Integer>> ranksOfHost = new TreeMap<>();
  private final Map<String, Map<Integer, Integer>> rankOfDevice = new TreeMap<>();

  RankEvidence(List<WholeSource> sources, RareRecords records, List<Member> members) {
    this.members = members;
    nRanks = members.stream().mapToInt(Member::nRanks).max().orElse(-1);
    largestEnded = nRanks > 0 ? nRanks : largestEnded(records);
    members.forEach(this::member);
    for (WholeSource s : sources) {
      s.piece().rare().lines().forEach(l -> line(l.where(), l.record()));
      s.piece().connections().forEach(c -> state(c.where(), c.rank()));
      s.piece().threads().forEach(this::thread);
    }
    inferFromLabels();
    inferFromTags();
    inferFromNeighbours();
    if (!callers().stream().allMatch(rankOf::containsKey)) {
      inferFromDevices();
    }
  }

  /** Size of the largest communicator that was destroyed, where nothing else names a size. */
  private static int largestEnded(RareRecords records) {
    return records.all(CommunicatorEnd.class).mapToInt(CommunicatorEnd::nRanks).max().orElse(-1);
  }

  private void member(Member m) {
    Place place = place(m);
    if (!m.calls().isEmpty() || m.creation().init().isPresent()) {
      writers.add(place);
    }
    if (m.rank() >= 0 && m.nRanks() == nRanks) {
      rankOf.put(place, m.rank());
      pair(place.host, place.device, m.rank());
      see(m.id().host(), m.rank());
    }
  }

  private static Place place(Member m) {
    return new Place(m.id().host(), m.id().pid(), m.device());
  }

  private void line(CallSite w, TraceRecord r) {
    if (r instanceof BenchmarkDevice d) {
      listed.put(new Place(d.host(), d.pid(), d.device()), d.rank());
      return;
    }
    if (w.device() >= 0) {
      writers.add(place(w));
    }
    if (w.host().isEmpty() && w.device() < 0 && w.pid() >= 0 && w.rank() >= 0) {
      tagged.computeIfAbsent(w.pid(), p -> new TreeSet<>()).add(w.rank());
    }
    if (r instanceof EngineSetting s && s.key().equals("tensor_parallel_size")) {
      tensorSizes.add(s.value());
    }
    if (w.label() >= 0) {
      labels.put(place(w), w.label());
    }
    if (w.rank() >= 0) {
      state(w, w.rank());
    } else if (r instanceof RingLink link) {
      state(w, link.rank());
    } else if (r instanceof RcclKernel k) {
      state(w, k.rank());
    } else if (r instanceof CommunicatorEnd e && e.nRanks() == largestEnded) {
      state(w, e.rank());
    } else if (r instanceof WatchdogTimeout t) {
      state(w, t.rank());
    } else if (r instanceof Message m) {
      Matcher duplicate = DUPLICATE.matcher(m.text());
      if (duplicate.find()) {
        state(w, Integer.parseInt(duplicate.group(1)));
      }
    }
  }

  private void state(CallSite w, int rank) {
    see(Sites.host(w), rank);
    pair(Sites.host(w), w.device(), rank);
    statedBy.put(place(w), rank);
    if (w.device() >= 0) {
      writers.add(place(w));
    }
  }

  private static Place place(CallSite w) {
    return new Place(Sites.host(w), w.pid(), w.device());
  }

  private void see(String host, int rank) {
    if (rank >= 0) {
      stated.add(rank);
      ranksOfHost.computeIfAbsent(host, h -> new TreeSet<>()).add(rank);
    }
  }

  /** Only rank 0 of a communicator prints tuning lines (NCCL src/enqueue.cc). */
  private void thread(ThreadHistory t) {
    boolean isAnswered =
        t.tail().isPresent() || t.head().filter(ChoiceBlock::isAnswered).isPresent();
    if (isAnswered) {
      tuned.add(new Place(t.host(), t.pid(), -1));
    }
  }

  private void pair(String host, int device, int rank) {
    if (device >= 0 && rank >= 0) {
      rankOfDevice.computeIfAbsent(host, h -> new TreeMap<>()).putIfAbsent(device, rank);
    }
  }

  /**
   * mpirun's labels are ranks where all writers that also state their rank, two at least, agree.
   */
  private void inferFromLabels() {
    Map<Place, Integer> known = new HashMap<>(statedBy);
    known.putAll(rankOf);
    known.keySet().retainAll(labels.keySet());
    if (known.size() < 2 || !known.entrySet().stream().allMatch(this::isLabelled)) {
      return;
    }
    labels.forEach(
        (place, label) -> {
          rankOf.putIfAbsent(place, label);
          see(place.host, label);
        });
  }

  /**
   * An engine tags its lines with pid and tensor-parallel rank, which is the rank in a communicator
   * of that size; NCCL writes the pid alone.
   */
  private void inferFromTags() {
    if (!tensorSizes.equals(Set.of(String.valueOf(nRanks)))) {
      return;
    }
    for (Member m : members) {
      Set<Integer> ranks = tagged.getOrDefault(m.id().pid(), Set.of());
      if (ranks.size() == 1 && m.nRanks() == nRanks && isOnOneHost(m.id().pid())) {
        int rank = ranks.iterator().next();
        rankOf.putIfAbsent(place(m), rank);
        see(m.id().host(), rank);
      }
    }
  }

  private boolean isOnOneHost(long pid) {
    return writers.stream().filter(w -> w.pid == pid).map(Place::host).distinct().count() == 1;
  }

  private boolean isLabelled(Map.Entry<Place, Integer> known) {
    return known.getValue().equals(labels.get(known.getKey()));
  }

  /** Two devices of a host that are equally far from their ranks place the devices between. */
  private void inferFromNeighbours() {
    for (Place w : writers) {
      Map<Integer, Integer> known = rankOfDevice.getOrDefault(w.host, Map.of());
      Set<Integer> distances = new TreeSet<>();
      known.forEach((device, rank) -> distances.add(rank - device));
      if (known.size() > 1
          && distances.size() == 1
          && w.device >= 0
          && !known.containsKey(w.device)) {
        int rank = w.device + distances.iterator().next();
        if (rank < nRanks) {
          rankOf.putIfAbsent(w, rank);
          see(w.host, rank);
        }
      }
    }
  }

  private Set<Place> callers() {
    Set<Place> out = new HashSet<>();
    members.stream().filter(m -> !m.calls().isEmpty()).forEach(m -> out.add(place(m)));
    return out;
  }

  /**
   * On one host, with one process a device and one communicator a process: the device is the rank
   * where all ranks are there, or where rank 0 is known to be device 0.
   */
  private void inferFromDevices() {
    Set<Place> callers = callers();
    boolean isOneHost = callers.stream().map(Place::host).distinct().count() == 1;
    long pids = callers.stream().map(Place::pid).distinct().count();
    long devices =
        callers.stream().map(Place::device).filter(d -> d >= 0 && d < nRanks).distinct().count();
    boolean isOneCommunicator =
        members.stream().filter(m -> !m.calls().isEmpty()).count() == callers.size();
    boolean isZeroFirst =
        tuned.size() == 1
            && callers.stream()
                .anyMatch(p -> p.device == 0 && tuned.contains(new Place(p.host, p.pid, -1)));
    if (isOneHost
        && isOneCommunicator
        && pids == callers.size()
        && devices == callers.size()
        && (devices == nRanks || isZeroFirst)) {
      callers.forEach(
          p -> {
            rankOf.put(p, p.device);
            see(p.host, p.device);
          });
    }
  }

  /** Rank of the calls of a member; empty unknown. */
  OptionalInt rankOf(Member m) {
    if (m.rank() >= 0 && (m.nRanks() == nRanks || m.writerRank() >= 0)) {
      return OptionalInt.of(m.rank());
    }
    Integer rank = rankOf.get(place(m));
    return rank == null ? OptionalInt.empty() : OptionalInt.of(rank);
  }

  /** Size of the largest communicator that calls or Init lines name; -1 for none. */
  int nRanks() {
    return nRanks;
  }

  /** Ranks that wrote a line; empty where lines cannot be tied to ranks. */
  Set<Integer> seen() {
    Set<Integer> out = new TreeSet<>(stated);
    if (!listed.isEmpty()) {
      listed.forEach(
          (place, rank) -> {
            if (isWriter(place) || (writers.isEmpty() && isBesideRankZero(place))) {
              out.add(rank);
            }
          });
    }
    if (out.isEmpty() && callers().isEmpty() && tuned.size() == 1 && writers.size() < 2) {
      out.add(0);
    }
    return out;
  }

  private boolean isWriter(Place listedPlace) {
    return writers.stream()
        .anyMatch(
            w ->
                w.pid == listedPlace.pid
                    && w.host.startsWith(listedPlace.host)
                    && w.device == listedPlace.device);
  }

  /** Without NCCL lines only the process of rank 0 writes: it prints the table. */
  private boolean isBesideRankZero(Place place) {
    return listed.entrySet().stream()
        .anyMatch(
            e ->
                e.getValue() == 0
                    && e.getKey().pid == place.pid
                    && e.getKey().host.equals(place.host));
  }

  /** Hosts that wrote NCCL lines. */
  Set<String> hosts() {
    Set<String> out = new TreeSet<>();
    writers.forEach(w -> out.add(w.host));
    out.remove("");
    return out;
  }

  /** Whether as many places as ranks wrote lines. */
  boolean isComplete(int ranks) {
    return seen().size() >= ranks || callers().size() >= ranks;
  }

  /** Whether one host has the first and the last rank, and so all between. */
  boolean spansOneHost(int ranks) {
    return ranksOfHost.size() == 1
        && ranksOfHost.values().stream().allMatch(r -> r.contains(0) && r.contains(ranks - 1));
  }
}
