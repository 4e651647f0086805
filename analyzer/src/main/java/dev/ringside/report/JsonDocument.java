package dev.ringside.report;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** One JSON document on a stream that stays open. */
final class JsonDocument {
  private JsonDocument() {}

  /** Writes one object, indented, in UTF-8. */
  static void write(OutputStream out, Consumer<JsonFields> fields) throws IOException {
    JsonFactory factory =
        JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
    ObjectWriteContext context =
        new ObjectWriteContext.Base() {
          @Override
          public PrettyPrinter getPrettyPrinter() {
            return new DefaultPrettyPrinter();
          }
        };
    try (JsonGenerator generator = factory.createGenerator(context, out, JsonEncoding.UTF8)) {
      JsonFields json = new JsonFields(generator);
      json.object(() -> fields.accept(json));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    out.write('\n');
    out.flush();
  }
}
