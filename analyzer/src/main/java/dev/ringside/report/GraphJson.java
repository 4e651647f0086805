package dev.ringside.report;

import dev.ringside.graph.GraphFacts;
import dev.ringside.graph.GraphJudge;
import dev.ringside.graph.GraphRemark;
import dev.ringside.graph.RingWay;
import dev.ringside.graph.SearchedGraph;
import dev.ringside.graph.Topology;
import java.io.IOException;
import java.io.OutputStream;

/** The JSON form {@code ringside.graph/1}. Unknown is null, never 0. */
public final class GraphJson {
  /** Value of the field {@code schema}. */
  public static final String SCHEMA = "ringside.graph/1";

  private GraphJson() {}

  /** Writes it as UTF-8 and leaves the stream open. */
  public static void write(GraphFacts facts, OutputStream out) throws IOException {
    JsonDocument.write(
        out,
        json -> {
          json.text("schema", SCHEMA);
          json.text("nccl", facts.nccl());
          facts
              .topology()
              .ifPresentOrElse(
                  t -> json.object("machine", () -> machine(json, t)),
                  () -> json.nothing("machine"));
          json.objects("searches", facts.graphs(), g -> search(json, g));
          json.objects("rings", GraphJudge.rings(facts), r -> ring(json, r));
          json.objects("findings", GraphJudge.judge(facts), r -> remark(json, r));
        });
  }

  private static void machine(JsonFields json, Topology t) {
    json.integer("gpus", t.gpus().size());
    json.integer("numa_nodes", t.cpus().size());
    json.integer("numa_nodes_with_gpus", t.usedCpus().size());
    json.flag("nvlink", t.hasNvLink());
    json.figure("gpu_link", t.slowestGpuLinkGBs());
    json.figure("inter_socket_bw", t.socketGBs());
  }

  private static void search(JsonFields json, SearchedGraph g) {
    json.integer("pattern", g.pattern());
    json.text("name", g.patternName());
    json.integer("channels", g.nChannels());
    json.figure("bw_intra", g.bwIntra());
    json.figure("bw_inter", g.bwInter());
    json.text("type_intra", g.typeIntra());
    json.text("type_inter", g.typeInter());
  }

  private static void ring(JsonFields json, RingWay ring) {
    json.text("order", ring.text());
    json.integer("crossings", ring.crossings());
    json.integer("fewest_crossings", ring.fewestCrossings());
  }

  private static void remark(JsonFields json, GraphRemark r) {
    json.text("code", r.code());
    json.text("severity", r.isFault() ? "warning" : "info");
    json.text("text", r.text());
  }
}
