package dev.ringside.trace.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.SharedData;
import dev.ringside.trace.io.Peek;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.NcclVersion;
import dev.ringside.trace.record.RasCommunicators;
import dev.ringside.trace.record.RasMismatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Reports as {@code ncclras -f json} of 2.28.7 to 2.30 prints them. */
class RasJsonReaderTest {

  private static String rank(int rank, String host, int allReduces) {
    return """
              {
                "rank": %d,
                "host": "%s",
                "pid": 100,
                "cuda_dev": 0,
                "nvml_dev": 0,
                "status": {
                  "init_state": 0,
                  "async_error": 0,
                  "finalize_called": false,
                  "destroy_flag": false,
                  "abort_flag": false
                },
                "collective_counts": {
                  "Broadcast": 1,
                  "AllReduce": %d
                }
              }"""
        .formatted(rank, host, allReduces);
  }

  private static String report(int size, String missing, String... ranks) {
    return """
        {
          "nccl_version": "2.28.9",
          "cuda_runtime_version": 12090,
          "cuda_driver_version": 13000,
          "timestamp": "2026-06-19 06:51:56",
          "communicators_count": 1,
          "communicators": [
            {
              "hash": "0x514e98cf4e44862b",
              "secondary_hash": "0x2cd6d618b4a75a5a:0xe6854f9ece96c663",
              "size": %d,
              "ranks_count": %d,
              "missing_ranks_count": %d,
              "ranks": [
        %s
              ],
              "missing_ranks": [
        %s
              ]
            }
          ],
          "ras": {
            "collection_time_sec": 0.000,
            "timeouts_count": 0
          }
        }
        """
        .formatted(size, ranks.length, size - ranks.length, String.join(",\n", ranks), missing);
  }

  private static RecordingSink read(String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    assertThat(new RasJsonReader().detects(new Peek(bytes))).isTrue();
    return SharedData.read(new RasJsonReader(), "ras.json", bytes);
  }

  @Test
  void aHealthyReportTellsReleaseSizeAndNodes() throws IOException {
    RecordingSink sink = read(report(2, "", rank(0, "192.0.2.1", 7), rank(1, "192.0.2.2", 7)));

    assertThat(sink.all(NcclVersion.class)).containsExactly(new NcclVersion(-1, "2.28.9", "12.9"));
    assertThat(sink.all(RasCommunicators.class))
        .containsExactly(new RasCommunicators(0, 1, 2, 2, "RUNNING", "OK"));
    assertThat(sink.all(RasMismatch.class)).isEmpty();
    assertThat(sink.losses()).isEmpty();
  }

  @Test
  void differentCountsAreSaidAsTheTextSaysThem() throws IOException {
    RecordingSink sink =
        read(
            report(
                3, "", rank(0, "192.0.2.1", 7), rank(1, "192.0.2.1", 6), rank(2, "192.0.2.1", 7)));

    assertThat(sink.all(RasCommunicators.class)).extracting("errors").containsExactly("MISMATCH");
    assertThat(sink.all(RasMismatch.class))
        .containsExactly(
            new RasMismatch(RasMismatch.Part.HEAD, "AllReduce", -1, -1),
            new RasMismatch(RasMismatch.Part.COUNT, "", 6, 1),
            new RasMismatch(RasMismatch.Part.COUNT, "", 7, 2),
            new RasMismatch(RasMismatch.Part.NAMED, "", 1, -1));
  }

  @Test
  void aMissingRankIsSaidAlsoWhereItsCommaIsMissing() throws IOException {
    String missing =
        """
        {
          "rank": 1, "host": "192.0.2.1", "pid": 10017, "cuda_dev": 1,
          "nvml_dev": 1
          "status": { "unresponsive": true, "considered_dead": false }
        }
        """;
    for (String form :
        new String[] {missing, missing.replace("\"nvml_dev\": 1", "\"nvml_dev\": 1,")}) {
      RecordingSink sink = read(report(2, form, rank(0, "192.0.2.1", 7)));

      assertThat(sink.all(RasCommunicators.class))
          .containsExactly(new RasCommunicators(0, 1, 1, 2, "RUNNING", "INCOMPLETE"));
      assertThat(sink.losses()).isEmpty();
    }
  }

  @Test
  void aReportThatIsCutKeepsItsReleaseAndSaysSo() throws IOException {
    String whole = report(1, "", rank(0, "192.0.2.1", 7));
    RecordingSink sink = read(whole.substring(0, whole.indexOf("\"pid\"")));

    assertThat(sink.all(NcclVersion.class)).extracting("nccl").containsExactly("2.28.9");
    assertThat(sink.all(RasCommunicators.class)).isEmpty();
    assertThat(sink.losses()).extracting("name").contains("truncated");
  }
}
