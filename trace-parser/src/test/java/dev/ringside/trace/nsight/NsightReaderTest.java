package dev.ringside.trace.nsight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.SharedData;
import dev.ringside.trace.io.DocumentInput;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.GraphLaunches;
import dev.ringside.trace.record.HostFact;
import dev.ringside.trace.record.KernelFamily;
import dev.ringside.trace.record.Source;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NsightReaderTest {
  private static final long PROCESS = 0x1000000L * 4242;

  @TempDir Path dir;
  private Path export;

  @BeforeEach
  void writeExport() throws SQLException {
    export = dir.resolve("a run? 100%.sqlite");
    try (Connection c = open(export);
        Statement s = c.createStatement()) {
      s.execute("CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT)");
      s.execute(
          "INSERT INTO StringIds VALUES (1, 'ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)'),"
              + " (2, 'void vllm::cross_device_reduce_1stage<__nv_bfloat16, 2>(int)'),"
              + " (3, 'void at::native::reduce_kernel<512>(int)'), (4, 'ncclAllReduce'), (5, 'ncclGroupEnd'), (6, 'ncclAllGather')");
      s.execute(
          "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER,"
              + " correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, gridX INTEGER, blockX INTEGER,"
              + " blockY INTEGER, blockZ INTEGER, graphNodeId INTEGER)");
      s.execute(
          "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, correlationId INTEGER, globalTid INTEGER)");
      s.execute(
          "CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, textId INTEGER, text TEXT, globalTid INTEGER, binaryData BLOB)");
      s.execute("CREATE TABLE TARGET_INFO_GPU (name TEXT)");
      s.execute("INSERT INTO TARGET_INFO_GPU VALUES ('NVIDIA H200')");
      s.execute(
          "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1010, 1020, 7, " + (PROCESS + 99) + ")");
      kernel(s, 2000, 7, 1, "NULL");
      kernel(s, 3000, 8, 3, "NULL");
      for (int launch = 0; launch < 3; launch++) {
        for (int i = 0; i < 4; i++) {
          kernel(
              s,
              10_000 + launch * 1000 + i * 100,
              20 + launch,
              i == 3 ? 2 : 1,
              String.valueOf(i + 1));
        }
      }
      range(c, 1000, 4, payload(0x1234L, 8192, 0));
      range(c, 1500, 6, payload(0x1234L, 512));
      range(c, 1600, 4, payload(65536L, 0));
      range(c, 1700, 5, new byte[0]);
    }
  }

  private static Connection open(Path file) throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:file:" + file.toUri().getRawPath());
  }

  private static void kernel(Statement s, long start, long correlation, int name, String node)
      throws SQLException {
    s.execute(
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (%d, %d, 0, 7, %d, %d, %d, 4, 544, 1, 1, %s)"
            .formatted(start, start + 50, correlation, PROCESS, name, node));
  }

  private static void range(Connection c, long start, int textId, byte[] payload)
      throws SQLException {
    try (PreparedStatement insert =
        c.prepareStatement("INSERT INTO NVTX_EVENTS VALUES (?, ?, 59, ?, NULL, ?, ?)")) {
      insert.setLong(1, start);
      insert.setLong(2, start + 90);
      insert.setInt(3, textId);
      insert.setLong(4, PROCESS + 99);
      insert.setBytes(5, payload);
      insert.execute();
    }
  }

  /** Longs, and for three numbers a closing int with its padding. */
  private static byte[] payload(long... numbers) {
    ByteBuffer data = ByteBuffer.allocate(8 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    Arrays.stream(numbers).forEach(data::putLong);
    return data.array();
  }

  private RecordingSink read(Path file, boolean stream) throws IOException {
    RecordingSink sink = new RecordingSink();
    NsightReader reader = new NsightReader();
    try (InputStream in = Files.newInputStream(file)) {
      reader.read(
          new DocumentInput(
              new Source("x", reader.kind()), in, stream ? Optional.empty() : Optional.of(file)),
          sink);
    }
    return sink;
  }

  @Test
  void callsComeFromRangesAndTimesFromKernels() throws IOException {
    RecordingSink sink = read(export, false);

    assertThat(sink.losses()).isEmpty();
    assertThat(sink.sizes(Collective.ALL_REDUCE)).isEqualTo(Map.of(8192L, 1, 65536L, 1));
    assertThat(sink.sizes(Collective.ALL_GATHER)).isEqualTo(Map.of(512L, 1));
    assertThat(sink.calls()).extracting("comm").containsExactly(0x1234L, 0x1234L, 0L);
    assertThat(sink.kernels()).hasSize(1 + 12);
    assertThat(sink.kernels())
        .filteredOn(k -> !k.replayed())
        .singleElement()
        .satisfies(
            k -> {
              assertThat(k.bytes()).isEqualTo(8192);
              assertThat(k.us()).isEqualTo(0.05);
              assertThat(k.kernel().threads()).isEqualTo(544);
            });
    assertThat(sink.sites()).extracting("pid").containsOnly(-1L, 4242L);
    assertThat(sink.all(HostFact.class)).extracting("value").containsExactly("NVIDIA H200");
  }

  @Test
  void launchesOfOneGraphAreCountedTogether() throws IOException {
    List<GraphLaunches> launches = read(export, false).all(GraphLaunches.class);

    assertThat(launches)
        .singleElement()
        .satisfies(
            run -> {
              assertThat(run.launches()).isEqualTo(3);
              assertThat(run.intervalUs()).isEqualTo(1.0);
              assertThat(run.allReduce()).isPresent();
              assertThat(run.kernels())
                  .extracting(p -> p.kernel().family() + " " + p.perLaunch())
                  .containsExactlyInAnyOrder(KernelFamily.NCCL + " 3", KernelFamily.CUSTOM + " 1");
            });
  }

  @Test
  void aStreamIsUnpackedAndSaysTheSame() throws IOException {
    assertThat(read(export, true).events()).isEqualTo(read(export, false).events());
  }

  @Test
  void theExportIsNotTouched() throws IOException {
    byte[] before = Files.readAllBytes(export);
    Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      read(export, false);
    } finally {
      Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    assertThat(Files.readAllBytes(export)).isEqualTo(before);
    assertThat(dir)
        .isDirectoryContaining(p -> p.equals(export))
        .isDirectoryNotContaining(p -> !p.equals(export));
  }

  @Test
  void anExportOfWholeGraphsSaysWhatItHides() throws IOException, SQLException {
    try (Connection c = open(export);
        Statement s = c.createStatement()) {
      s.execute("CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start INTEGER)");
    }
    assertThat(read(export, false).losses())
        .extracting("name")
        .containsExactly("graph-kernels-hidden");
  }

  @Test
  void otherAndDamagedDatabasesAreALoss() throws IOException, SQLException {
    Path other = dir.resolve("other.sqlite");
    try (Connection c = open(other);
        Statement s = c.createStatement()) {
      s.execute("CREATE TABLE t (a)");
    }
    assertThat(read(other, false).losses()).extracting("name").containsExactly("unknown-database");

    byte[] content = Files.readAllBytes(export);
    for (int cut : new int[] {50, 1000, content.length / 2}) {
      RecordingSink sink = SharedData.read(new NsightReader(), "x", Arrays.copyOf(content, cut));
      assertThat(sink.losses()).as("cut at %d", cut).isNotEmpty();
    }
  }
}
