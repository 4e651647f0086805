package dev.ringside.trace.engine;

import dev.ringside.trace.io.LineContext;
import dev.ringside.trace.record.AllReduceBackend;
import dev.ringside.trace.record.CaptureSizes;
import dev.ringside.trace.record.EngineSetting;
import dev.ringside.trace.record.TraceRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One line of an engine behind its prefix, and where its content goes. */
final class EngineLine {
  static final String VLLM = "vllm";
  static final String SGLANG = "sglang";

  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

  private final String engine;
  private final String message;
  private final int site;
  private final LineContext context;

  EngineLine(String engine, String message, int site, LineContext context) {
    this.engine = engine;
    this.message = message;
    this.site = site;
    this.context = context;
  }

  String engine() {
    return engine;
  }

  String message() {
    return message;
  }

  int site() {
    return site;
  }

  void record(TraceRecord record) {
    context.sink().record(record, context.offset());
  }

  void setting(String key, String value) {
    record(new EngineSetting(site, engine, key, value));
  }

  void backend(String backend, boolean active, String cause) {
    record(new AllReduceBackend(site, engine, backend, active, cause));
  }

  /** Capture sizes from the text of a list; nothing where it is empty. */
  void captureSizes(String mode, String list) {
    List<Integer> sizes = new ArrayList<>();
    Matcher m = NUMBER.matcher(list);
    while (m.find()) {
      sizes.add(Integer.parseInt(m.group()));
    }
    if (!sizes.isEmpty()) {
      record(new CaptureSizes(site, engine, mode, sizes));
    }
  }
}
