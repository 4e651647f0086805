package dev.ringside.trace.nccl;

import dev.ringside.trace.io.DocumentInput;
import dev.ringside.trace.io.DocumentReader;
import dev.ringside.trace.io.JsonObjects;
import dev.ringside.trace.io.Peek;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.NcclVersion;
import dev.ringside.trace.record.Severity;
import dev.ringside.trace.record.TraceSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What {@code ncclras -f json} prints (NCCL src/ras/client_support.cc, 2.28.7 and later): calls of
 * each rank by operation, without sizes. Ranks that could not be asked stand behind those that
 * answered; 2.28.9 leaves a comma out there, which costs nothing.
 */
public final class RasJsonReader implements DocumentReader {

  private static final JsonFactory JSON = new JsonFactory();
  private static final Pattern RELEASE = Pattern.compile("\"([\\d.]+)\\S*\"");
  private static final Pattern CUDA = Pattern.compile("\\d{4,6}");

  @Override
  public String kind() {
    return "ras-report";
  }

  @Override
  public boolean detects(Peek peek) {
    return peek.firstChar() == '{'
        && peek.contains("\"nccl_version\"")
        && peek.contains("\"communicators_count\"");
  }

  @Override
  public void read(DocumentInput in, TraceSink sink) throws IOException {
    JsonObjects objects = JsonObjects.ofArray(in.stream(), "communicators", "ranks_count", "hash");
    String source = in.source().name();
    String nccl = "";
    String cuda = "";
    int number = 0;
    for (JsonObjects.Piece p = objects.next(); p != JsonObjects.Piece.END; p = objects.next()) {
      switch (p) {
        case MEMBER -> {
          nccl = objects.key().equals("nccl_version") ? found(RELEASE, 1, objects) : nccl;
          cuda = objects.key().equals("cuda_runtime_version") ? found(CUDA, 0, objects) : cuda;
        }
        case OBJECT -> {
          if (!communicator(objects, number++, sink)) {
            loss(sink, source, objects.offset(), "a communicator that cannot be read");
          }
        }
        default -> loss(sink, source, objects.offset(), "bytes that belong to no communicator");
      }
    }
    if (!nccl.isEmpty()) {
      sink.record(new NcclVersion(-1, nccl, cuda.isEmpty() ? "" : release(cuda)), 0);
    }
    if (!objects.complete()) {
      sink.loss(
          new Loss(
              "truncated", Severity.DATA_LOSS, source, objects.offset(), "the report has no end"));
    }
  }

  private static String found(Pattern pattern, int group, JsonObjects objects) {
    int length = objects.to() - objects.from();
    Matcher m =
        pattern.matcher(
            new String(objects.bytes(), objects.from(), length, StandardCharsets.UTF_8));
    return m.find() ? m.group(group) : "";
  }

  /** CUDA's number of a release: 12090 is 12.9. */
  private static String release(String number) {
    int code = Integer.parseInt(number);
    return code / 1000 + "." + code % 1000 / 10;
  }

  private static boolean communicator(JsonObjects objects, int number, TraceSink sink) {
    int length = objects.to() - objects.from();
    RasCommunicator read = new RasCommunicator();
    try (JsonParser p =
        JSON.createParser(ObjectReadContext.empty(), objects.bytes(), objects.from(), length)) {
      read.read(p);
    } catch (JacksonException e) {
      if (!read.hasAllAnswers()) {
        return false;
      }
    }
    read.push(number, objects.offset(), sink);
    return true;
  }

  private static void loss(TraceSink sink, String source, long offset, String what) {
    sink.loss(new Loss("damaged-record", Severity.DATA_LOSS, source, offset, what));
  }
}
