package dev.ringside.trace.torch;

import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.CallStates;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.NcclVersion;
import dev.ringside.trace.record.ProcessGroup;
import dev.ringside.trace.record.RedOp;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.TraceSink;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A flight-recorder dump while it is collected: the groups may stand behind the entries, so nothing
 * is pushed before the end.
 */
final class FlightDump {
  private static final int SITE = 0;

  /** PyTorch appends the rank to a file's name and writes it nowhere else. */
  private static final Pattern RANK = Pattern.compile("rank_?(\\d{1,6})(?!\\d)");

  /**
   * PyTorch keeps the last 2000 unless told otherwise (TORCH_NCCL_TRACE_BUFFER_SIZE); more than
   * this would not fit into the heap.
   */
  static final int MOST_ENTRIES = 1 << 16;

  private final List<FlightEntry> entries = new ArrayList<>();
  private long left;
  private final Map<String, Object> head = new LinkedHashMap<>();

  private record Group(long comm, String name, String description, String ranks, int nRanks) {}

  void head(String key, Object value) {
    head.put(key, value);
  }

  void entry(FlightEntry entry) {
    if (entries.size() < MOST_ENTRIES) {
      entries.add(entry);
    } else {
      left++;
    }
  }

  /** Rank in the name of a dump's file; -1 where it has none. */
  static int rankOf(String fileName) {
    Matcher m = RANK.matcher(fileName.substring(fileName.lastIndexOf('/') + 1));
    int rank = -1;
    while (m.find()) {
      rank = Integer.parseInt(m.group(1));
    }
    return rank;
  }

  /**
   * The recorder is a ring: the number of the oldest entry, from 0 or 1 on, counts those before.
   */
  private OptionalLong overwritten() {
    OptionalLong oldest = entries.stream().mapToLong(FlightEntry::record).min();
    return oldest.orElse(-1) > 1 ? oldest : OptionalLong.empty();
  }

  private Loss dropped(String fileName, long n) {
    return new Loss(
        "records-dropped",
        Severity.DATA_LOSS,
        fileName,
        entries.get(0).offset(),
        "the recorder kept its last " + entries.size() + " entries and overwrote " + n);
  }

  void push(String fileName, TraceSink sink) {
    String host = FlightEntry.text(head.get("host_name"));
    sink.site(SITE, new CallSite(host, -1, -1, -1, rankOf(fileName)));
    String version = FlightEntry.text(head.get("nccl_version"));
    if (version.isEmpty()) {
      version = FlightEntry.text(head.get("comm_lib_version"));
    }
    if (!version.isEmpty()) {
      sink.record(new NcclVersion(SITE, version, ""), 0);
    }
    overwritten().ifPresent(n -> sink.loss(dropped(fileName, n)));
    if (left > 0) {
      String detail = left + " entries behind the first " + MOST_ENTRIES + " are left out";
      sink.loss(new Loss("too-many-entries", Severity.DATA_LOSS, fileName, -1, detail));
    }
    Map<String, Group> groups = groups(sink);
    Map<Collective, long[]> states = new EnumMap<>(Collective.class);
    for (FlightEntry entry : entries) {
      if (entry.op().isPresent()) {
        Group group =
            groups.computeIfAbsent(entry.group(), g -> group(g, entry.description(), Map.of()));
        call(entry, entry.op().get(), group, sink);
        states.computeIfAbsent(entry.op().get(), op -> new long[2])[entry.isCompleted() ? 0 : 1]++;
      }
    }
    states.forEach((op, n) -> sink.record(new CallStates(SITE, op, n[0], n[1]), 0));
  }

  private Map<String, Group> groups(TraceSink sink) {
    Map<String, Group> groups = new LinkedHashMap<>();
    FlightEntry.map(head.get("pg_config"))
        .forEach(
            (id, value) -> {
              Map<?, ?> config = FlightEntry.map(value);
              String name = FlightEntry.text(config.get("name"));
              Group group = group(name.isEmpty() ? FlightEntry.text(id) : name, "", config);
              Map<?, ?> status = FlightEntry.map(FlightEntry.map(head.get("pg_status")).get(id));
              groups.put(group.name(), group);
              sink.record(
                  new ProcessGroup(
                      SITE,
                      group.comm(),
                      group.name(),
                      group.description(),
                      group.nRanks(),
                      RankList.parse(group.ranks()),
                      FlightEntry.number(status.get("last_enqueued_collective"), -1),
                      FlightEntry.number(status.get("last_started_collective"), -1),
                      FlightEntry.number(status.get("last_completed_collective"), -1)),
                  0);
            });
    return groups;
  }

  private static Group group(String name, String description, Map<?, ?> config) {
    Object ranks = config.get("ranks");
    String text = ranks instanceof List<?> list ? list.toString() : FlightEntry.text(ranks);
    int nRanks = text.isEmpty() || text.contains("...") ? -1 : RankList.parse(text).size();
    String desc = FlightEntry.text(config.get("desc"));
    return new Group(
        TorchWords.communicator(name, text),
        name,
        desc.isEmpty() ? description : desc,
        text,
        nRanks);
  }

  private static void call(FlightEntry entry, Collective op, Group group, TraceSink sink) {
    sink.collective(
        SITE,
        group.comm(),
        op,
        entry.type(),
        RedOp.SUM,
        TorchWords.count(op, entry.in(), entry.out(), group.nRanks()),
        Math.max(0, entry.peer()),
        group.nRanks(),
        -1,
        entry.offset());
  }
}
