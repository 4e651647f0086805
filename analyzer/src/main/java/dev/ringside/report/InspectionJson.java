package dev.ringside.report;

import dev.ringside.summary.Inspection;
import java.io.IOException;
import java.io.OutputStream;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The JSON form {@code ringside.inspect/1}: one object over all inputs. */
public final class InspectionJson {
  private InspectionJson() {}

  /** Writes it as UTF-8 and leaves the stream open. */
  public static void write(Inspection inspection, OutputStream out) throws IOException {
    JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    out.write(json.writeValueAsBytes(inspection));
    out.write('\n');
    out.flush();
  }
}
