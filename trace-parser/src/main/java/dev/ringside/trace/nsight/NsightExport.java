package dev.ringside.trace.nsight;

import dev.ringside.trace.io.SiteNumbers;
import dev.ringside.trace.kernel.GraphReplays;
import dev.ringside.trace.kernel.KernelNames;
import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.HostFact;
import dev.ringside.trace.record.Kernel;
import dev.ringside.trace.record.RedOp;
import dev.ringside.trace.record.TraceSink;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The tables of one export. Which tables and columns there are depends on the release and on what
 * was recorded; nothing is taken for granted.
 */
final class NsightExport {
  private static final String KERNELS = "CUPTI_ACTIVITY_KIND_KERNEL";
  private static final String RUNTIME = "CUPTI_ACTIVITY_KIND_RUNTIME";
  private static final String NVTX = "NVTX_EVENTS";

  private final Connection connection;
  private final TraceSink sink;
  private final SiteNumbers sites;
  private final Map<Integer, GraphReplays> replays = new TreeMap<>();
  private final Map<Kernel, Integer> shapes = new HashMap<>();
  private final List<Kernel> kernels = new ArrayList<>();

  /** Calls by thread and begin: a kernel belongs to the call that its launch lies in. */
  private final Map<Long, TreeMap<Long, NcclRange>> ranges = new HashMap<>();

  NsightExport(Connection connection, TraceSink sink) {
    this.connection = connection;
    this.sink = sink;
    sites = new SiteNumbers(sink);
  }

  boolean isExport() throws SQLException {
    return !columns("StringIds").isEmpty();
  }

  /** Whether graphs were recorded as a whole, so that their kernels are not in the export. */
  boolean hidesGraphKernels() throws SQLException {
    return !columns("CUPTI_ACTIVITY_KIND_GRAPH_TRACE").isEmpty();
  }

  void push() throws SQLException {
    pushGpus();
    pushCalls();
    pushKernels();
    replays.forEach((site, graphs) -> graphs.finish(kernels, site, sink));
  }

  private void pushGpus() throws SQLException {
    if (columns("TARGET_INFO_GPU").contains("name")) {
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("SELECT name FROM TARGET_INFO_GPU LIMIT 1")) {
        if (row.next() && row.getString(1) != null) {
          sink.record(new HostFact(site(0, -1), "gpu", row.getString(1)), 0);
        }
      }
    }
  }

  private void pushCalls() throws SQLException {
    Set<String> columns = columns(NVTX);
    if (!columns.containsAll(Set.of("start", "end", "globalTid"))) {
      return;
    }
    String text = columns.contains("text") ? "e.text" : "NULL";
    String textId =
        columns.contains("textId") ? "(SELECT value FROM StringIds WHERE id = e.textId)" : "NULL";
    String payload = columns.contains("binaryData") ? "e.binaryData" : "NULL";
    String query =
        "SELECT e.start, e.end, e.globalTid, COALESCE(%s, %s), %s FROM %s e"
                .formatted(text, textId, payload, NVTX)
            + " WHERE e.end IS NOT NULL ORDER BY e.start";
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      while (row.next()) {
        String name = row.getString(4);
        byte[] data = row.getBytes(5);
        Optional<NcclRange> range =
            name == null
                ? Optional.empty()
                : NcclRange.of(
                    name, row.getLong(1), row.getLong(2), data == null ? new byte[0] : data);
        if (range.isPresent()) {
          pushCall(row.getLong(3), range.get());
        }
      }
    }
  }

  private void pushCall(long thread, NcclRange range) {
    ranges.computeIfAbsent(thread, t -> new TreeMap<>()).put(range.start(), range);
    if (range.bytes() >= 0) {
      sink.collective(
          site(thread, -1),
          range.comm(),
          range.op(),
          DataType.UNKNOWN,
          RedOp.SUM,
          range.bytes(),
          range.peer(),
          -1,
          -1,
          range.start());
    }
  }

  private void pushKernels() throws SQLException {
    Set<String> columns = columns(KERNELS);
    String name = columns.contains("demangledName") ? "demangledName" : "shortName";
    if (!columns.containsAll(Set.of("start", "end", name))) {
      return;
    }
    Map<Long, String> names = communicationNames(name);
    if (names.isEmpty()) {
      return;
    }
    boolean launches =
        columns.containsAll(Set.of("correlationId", "globalPid"))
            && columns(RUNTIME).containsAll(Set.of("correlationId", "globalTid", "start"));
    String ids = names.keySet().stream().map(String::valueOf).collect(Collectors.joining(","));
    String query =
        ("SELECT k.start, k.end, k.%s, %s, %s, %s, %s, %s, %s, %s, %s, %s FROM %s k %s"
                + " WHERE k.%s IN (%s) ORDER BY k.start")
            .formatted(
                name,
                column(columns, "deviceId"),
                column(columns, "streamId"),
                column(columns, "correlationId"),
                column(columns, "globalPid"),
                column(columns, "gridX"),
                columns.contains("blockX") ? "k.blockX * k.blockY * k.blockZ" : "NULL",
                column(columns, "graphNodeId"),
                launches ? "r.globalTid" : "NULL",
                launches ? "r.start" : "NULL",
                KERNELS,
                launches
                    ? "LEFT JOIN "
                        + RUNTIME
                        + " r ON r.correlationId = k.correlationId"
                        + " AND (r.globalTid >> 24) = (k.globalPid >> 24)"
                    : "",
                name,
                ids);
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      while (row.next()) {
        pushKernel(row, names.get(row.getLong(3)));
      }
    }
  }

  private void pushKernel(ResultSet row, String name) throws SQLException {
    Optional<Kernel> kernel = KernelNames.parse(name, row.getInt(8), row.getInt(9));
    if (kernel.isEmpty()) {
      return;
    }
    long start = row.getLong(1);
    double us = (row.getLong(2) - start) / 1e3;
    int device = row.getInt(4);
    int site = site(row.getLong(7), row.wasNull() ? -1 : device);
    if (row.getLong(10) != 0) {
      GraphReplays graphs = replays.computeIfAbsent(site, s -> new GraphReplays());
      long launch = row.getLong(6);
      graphs.launched(launch);
      graphs.add(shape(kernel.get()), launch, row.getLong(5), start / 1e3, us, start);
      return;
    }
    long bytes = call(row.getLong(11), row.getLong(12)).map(NcclRange::bytes).orElse(-1L);
    sink.kernel(site, kernel.get(), bytes, -1, false, us, start);
  }

  private int shape(Kernel kernel) {
    return shapes.computeIfAbsent(
        kernel,
        k -> {
          kernels.add(k);
          return kernels.size() - 1;
        });
  }

  /** The call that a launch lies in; empty for launches at the end of a group. */
  private Optional<NcclRange> call(long thread, long launch) {
    TreeMap<Long, NcclRange> calls = ranges.get(thread);
    if (calls == null || calls.floorEntry(launch) == null) {
      return Optional.empty();
    }
    NcclRange range = calls.floorEntry(launch).getValue();
    return launch <= range.end() ? Optional.of(range) : Optional.empty();
  }

  /**
   * Names of kernels that communicate, by id: a few of many, found without touching the kernels.
   */
  private Map<Long, String> communicationNames(String column) throws SQLException {
    Map<Long, String> names = new TreeMap<>();
    String query =
        "SELECT id, value FROM StringIds WHERE id IN (SELECT DISTINCT %s FROM %s)"
            .formatted(column, KERNELS);
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      while (row.next()) {
        String value = row.getString(2);
        if (value != null && KernelNames.parse(value, 0, 0).isPresent()) {
          names.put(row.getLong(1), value);
        }
      }
    }
    return names;
  }

  private static String column(Set<String> columns, String name) {
    return columns.contains(name) ? "k." + name : "NULL";
  }

  /** Names of a table's columns; empty where there is no such table. */
  private Set<String> columns(String table) throws SQLException {
    Set<String> columns = new HashSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT name FROM pragma_table_info('" + table + "')")) {
      while (row.next()) {
        columns.add(row.getString(1));
      }
    }
    return columns;
  }

  /** Nsight packs process and thread into one number, 24 bits each (nsys exporter, globalTid). */
  private int site(long global, int device) {
    long pid = global == 0 ? -1 : global >>> 24 & 0xffffff;
    return sites.of(new CallSite("", pid, -1, device, -1));
  }
}
