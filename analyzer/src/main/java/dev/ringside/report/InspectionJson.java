package dev.ringside.report;

import dev.ringside.doctor.LocatedFinding;
import dev.ringside.summary.Inspection;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form {@code ringside.inspect/1}: one object over all inputs. */
public final class InspectionJson {
  private InspectionJson() {}

  /** Writes it as UTF-8 and leaves the stream open. */
  public static void write(Inspection inspection, List<LocatedFinding> findings, OutputStream out)
      throws IOException {
    JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    ObjectNode document = json.valueToTree(inspection);
    ArrayNode found = document.putArray("findings");
    for (LocatedFinding f : findings) {
      ObjectNode node = found.addObject();
      node.put("code", f.finding().code());
      node.put("severity", f.finding().severity().jsonName());
      String source = f.finding().place().source();
      node.put("file", source.isEmpty() ? null : source);
      if (f.line() < 0) {
        node.putNull("line");
      } else {
        node.put("line", f.line());
      }
    }
    out.write(json.writeValueAsBytes(document));
    out.write('\n');
    out.flush();
  }
}
