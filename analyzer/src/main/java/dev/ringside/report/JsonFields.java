package dev.ringside.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** Named fields of nested objects, unknown ones as null. */
final class JsonFields {
  /** More digits than any measurement here has, few enough to read. */
  private static final MathContext DIGITS = new MathContext(7);

  private final JsonGenerator json;

  JsonFields(JsonGenerator json) {
    this.json = json;
  }

  void object(Runnable fields) {
    json.writeStartObject();
    fields.run();
    json.writeEndObject();
  }

  void object(String name, Runnable fields) {
    json.writeName(name);
    object(fields);
  }

  <T> void objects(String name, List<T> values, Consumer<T> fields) {
    json.writeArrayPropertyStart(name);
    values.forEach(v -> object(() -> fields.accept(v)));
    json.writeEndArray();
  }

  void texts(String name, List<String> values) {
    json.writeArrayPropertyStart(name);
    values.forEach(json::writeString);
    json.writeEndArray();
  }

  void integers(String name, List<Integer> values) {
    json.writeArrayPropertyStart(name);
    values.forEach(json::writeNumber);
    json.writeEndArray();
  }

  /** An empty word is unknown. */
  void text(String name, String value) {
    if (value.isEmpty()) {
      nothing(name);
    } else {
      json.writeStringProperty(name, value);
    }
  }

  /** A negative number is unknown. */
  void integer(String name, long value) {
    if (value < 0) {
      nothing(name);
    } else {
      json.writeNumberProperty(name, value);
    }
  }

  /** NaN is unknown, and JSON has no infinity. */
  void figure(String name, double value) {
    json.writeName(name);
    figure(value);
  }

  void figures(String name, List<Double> values) {
    json.writeArrayPropertyStart(name);
    values.forEach(this::figure);
    json.writeEndArray();
  }

  private void figure(double value) {
    if (!Double.isFinite(value)) {
      json.writeNull();
    } else {
      BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
      json.writeNumber(rounded.scale() < 0 ? rounded.setScale(0) : rounded);
    }
  }

  void flag(String name, boolean value) {
    json.writeBooleanProperty(name, value);
  }

  void nothing(String name) {
    json.writeNullProperty(name);
  }
}
