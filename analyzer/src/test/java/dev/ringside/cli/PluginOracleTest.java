package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringside.Checkout;
import dev.ringside.tuner.TunerCall;
import dev.ringside.tuner.TunerFile;
import dev.ringside.tuner.TunerRule;
import dev.ringside.tuner.ZoneMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The plugin, the model and the slow, obvious reading of docs/tuner-file.md decide alike, in every
 * version of the API.
 */
class PluginOracleTest {
  private static final int LEAST_POINTS = 100_000;

  private static final String LL128_BEFORE_A_SAFE_BASE =
      """
      # Each LL128 zone has its fallback behind it; the last zone has none.
      allreduce,131073,1048576,ring,ll128,-1,1,2
      allreduce,0,262144,ring,ll,-1,1,2
      allreduce,262145,9223372036854775807,ring,simple,8,1,2
      allreduce,65537,4194304,tree,ll128,4,2,16
      allreduce,0,4194304,tree,ll,-1,2,16
      allreduce,4194305,33554432,ring,ll128,64,2,16
      """;
  private static final String WILDCARDS_AND_SHADOWS =
      """
      allreduce,0,9223372036854775807,tree,simple,-1,2,-1,2
      allreduce,4096,65536,ring,ll,-1,-1,-1
      allreduce,8192,16384,ring,ll,2,-1,4
      allreduce,8192,131072,ring,simple,-1,-1,4,-1,1
      allreduce,8192,131072,ring,simple,16,-1,4,-1,0
      allreduce,8192,131072,ring,simple,32,-1,4
      allreduce,0,0,ring,ll128,-1,-1,-1,1,1
      allreduce,9223372036854775807,9223372036854775807,ring,simple,1,-1,-1
      allreduce,65536,65536,ring,ll128,-1,4,1
      allreduce,100,200000,tree,ll,3,1,-1,3
      """;
  private static final String EVERY_NAME =
      """
      allreduce,0,1048576,nvls,simple,16,1,8
      allreduce,0,1048576,nvls_tree,simple,-1,2,-1
      allreduce,524288,2097152,collnet_direct,simple,-1,4,-1
      allreduce,524288,2097152,collnet_chain,simple,2,-1,-1,-1,1
      allreduce,0,2097152,ring,ll128,-1,-1,-1
      allgather,0,1048576,pat,simple,-1,-1,-1
      allgather,1048577,8388608,nvls,simple,24,1,-1,-1,1
      allgather,0,8388608,ring,ll,-1,-1,-1,1,0
      reducescatter,1,1048576,pat,simple,4,2,16
      reducescatter,0,1048576,ring,simple,-1,-1,-1
      broadcast,5,500,ring,ll128,-1,-1,4,2
      broadcast,0,70000,ring,ll,1,1,-1
      reduce,70000,70000,ring,simple,-1,-1,2
      """;

  @TempDir private Path dir;

  private final Map<List<Integer>, ZoneMap> zones = new HashMap<>();

  static Stream<String> files() {
    return Stream.of(
        TunerFile.EPYC_TURIN, LL128_BEFORE_A_SAFE_BASE, WILDCARDS_AND_SHADOWS, EVERY_NAME);
  }

  @ParameterizedTest
  @MethodSource("files")
  void pluginModelAndOracleDecideAlike(String text) throws IOException, InterruptedException {
    Path build = Checkout.root().resolve("plugin-native/build");
    Path probe = build.resolve("tuner-probe");
    assumeTrue(Files.exists(probe), "the plugin was left out: no C compiler");
    String name =
        TunerFile.isBuiltin(text)
            ? text
            : Files.writeString(dir.resolve("tuner.csv"), text).toString();
    TunerFile file = TunerFiles.open(name);
    ProbeRun plugin = new ProbeRun(probe, build.resolve("libnccl-tuner-ringside.so"), name);
    int asked = 0;
    Set<PluginDecision> decisions = new HashSet<>();
    for (int api : CheckPoint.APIS) {
      List<CheckPoint> points = new CheckPoints(file, api).points();
      assertThat(points).doesNotHaveDuplicates();
      List<PluginDecision> wanted =
          points.stream().map(p -> firstUsable(file, p.seenThrough(api))).toList();

      assertThat(plugin.ask(api, points, Optional.empty())).hasValue(wanted);
      assertThat(points.stream().map(p -> model(file, p.seenThrough(api))).toList())
          .isEqualTo(wanted);
      asked += points.size();
      decisions.addAll(wanted);
    }
    assertThat(asked).isGreaterThanOrEqualTo(LEAST_POINTS);
    assertThat(decisions.size()).as("different decisions").isGreaterThan(3);
  }

  private PluginDecision model(TunerFile file, CheckPoint point) {
    int nRanks = point.call().nRanks();
    int nNodes = point.call().nNodes();
    ZoneMap map =
        zones.computeIfAbsent(List.of(nRanks, nNodes), k -> ZoneMap.of(file, nRanks, nNodes));
    return PluginDecision.ofModel(map, point);
  }

  /** Every rule in turn, nothing sorted, nothing left out beforehand. */
  private static PluginDecision firstUsable(TunerFile file, CheckPoint point) {
    TunerCall call = point.call();
    for (TunerRule r : file.rules()) {
      boolean isMeant =
          r.collective() == call.collective()
              && r.minBytes() <= call.bytes()
              && call.bytes() <= r.maxBytes()
              && isAnyOr(r.nNodes(), call.nNodes())
              && isAnyOr(r.nRanks(), call.nRanks())
              && isAnyOr(r.numPipeOps(), call.numPipeOps())
              && isAnyOr(r.regBuff(), call.regBuff());
      int entry = r.algorithm().ordinal() * 3 + r.protocol().ordinal();
      if (isMeant && (point.allowed() >> entry & 1) == 1) {
        return new PluginDecision(
            r.algorithm().ncclName() + "/" + r.protocol().ncclName(), r.channels(), "");
      }
    }
    return new PluginDecision(PluginDecision.NONE, 0, "");
  }

  private static boolean isAnyOr(int rule, int value) {
    return rule == -1 || rule == value;
  }
}
