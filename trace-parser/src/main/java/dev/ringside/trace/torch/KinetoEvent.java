package dev.ringside.trace.torch;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The fields of one trace event that this package uses; filled again and again. */
final class KinetoEvent {
  String category = "";
  String name = "";
  long pid;
  double ts;
  double us;
  long externalId;
  long correlation;
  long stream;
  int gridX;
  int blockX;
  String collective = "";
  long elementsIn;
  long elementsOut;
  int groupSize;
  String dtype = "";
  String groupName = "";
  String groupDescription = "";
  String groupRanks = "";
  int sourceRank;
  int destinationRank;
  long graphNode;

  /** Elements of the first input where it is one tensor with at least two dimensions; -1 else. */
  long inputElements;

  String inputType = "";

  private void clear() {
    category = "";
    name = "";
    pid = -1;
    ts = Double.NaN;
    us = Double.NaN;
    externalId = -1;
    correlation = -1;
    stream = -1;
    gridX = 0;
    blockX = 0;
    collective = "";
    elementsIn = -1;
    elementsOut = -1;
    groupSize = -1;
    dtype = "";
    groupName = "";
    groupDescription = "";
    groupRanks = "";
    sourceRank = -1;
    destinationRank = -1;
    graphNode = -1;
    inputElements = -1;
    inputType = "";
  }

  /**
   * Reads one event; the parser stands at its opening brace.
   *
   * @throws tools.jackson.core.JacksonException where it is no JSON
   */
  void read(JsonParser p) {
    clear();
    for (String key = p.nextName(); key != null; key = p.nextName()) {
      p.nextToken();
      switch (key) {
        case "cat" -> category = text(p);
        case "name" -> name = text(p);
        case "pid" -> pid = number(p);
        case "ts" -> ts = real(p);
        case "dur" -> us = real(p);
        case "args" -> args(p);
        default -> p.skipChildren();
      }
    }
  }

  private void args(JsonParser p) {
    if (p.currentToken() != JsonToken.START_OBJECT) {
      p.skipChildren();
      return;
    }
    for (String key = p.nextName(); key != null; key = p.nextName()) {
      p.nextToken();
      switch (key) {
        case "External id", "external id" -> externalId = number(p);
        case "correlation" -> correlation = number(p);
        case "stream" -> stream = number(p);
        case "grid" -> gridX = product(p, 1);
        case "block" -> blockX = product(p, 3);
        case "graph node id" -> graphNode = number(p);
        case "Collective name" -> collective = text(p);
        case "In msg nelems" -> elementsIn = number(p);
        case "Out msg nelems" -> elementsOut = number(p);
        case "Group size" -> groupSize = (int) number(p);
        case "dtype" -> dtype = text(p);
        case "Process Group Name" -> groupName = text(p);
        case "Process Group Description" -> groupDescription = text(p);
        case "Process Group Ranks" -> groupRanks = text(p);
        case "Src Rank" -> sourceRank = (int) number(p);
        case "Dst Rank" -> destinationRank = (int) number(p);
        case "Input Dims" -> inputElements = firstTensor(p);
        case "Input type" -> inputType = firstText(p);
        default -> p.skipChildren();
      }
    }
  }

  private static String text(JsonParser p) {
    if (p.currentToken() == JsonToken.START_ARRAY || p.currentToken() == JsonToken.START_OBJECT) {
      p.skipChildren();
      return "";
    }
    return p.currentToken() == JsonToken.VALUE_NULL ? "" : p.getString();
  }

  /** A whole number, also where a writer put it into a string; -1 for anything else. */
  private static long number(JsonParser p) {
    if (p.currentToken() == JsonToken.VALUE_NUMBER_INT) {
      return p.getNumberType() == JsonParser.NumberType.BIG_INTEGER ? -1 : p.getLongValue();
    }
    if (p.currentToken() != JsonToken.VALUE_STRING) {
      p.skipChildren();
      return -1;
    }
    String text = p.getString();
    if (text.isEmpty() || text.length() > 18) {
      return -1;
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return -1;
      }
    }
    return Long.parseLong(text);
  }

  private static double real(JsonParser p) {
    if (p.currentToken().isNumeric()) {
      return p.getDoubleValue();
    }
    p.skipChildren();
    return Double.NaN;
  }

  /** Product of the first {@code n} numbers of an array; 0 where there is no such array. */
  private static int product(JsonParser p, int n) {
    if (p.currentToken() != JsonToken.START_ARRAY) {
      p.skipChildren();
      return 0;
    }
    long product = 1;
    int seen = 0;
    while (p.nextToken() != JsonToken.END_ARRAY) {
      long value = number(p);
      if (seen++ < n) {
        product *= Math.max(0, value);
      }
    }
    return seen == 0 || product > Integer.MAX_VALUE ? 0 : (int) product;
  }

  private static long firstTensor(JsonParser p) {
    if (p.currentToken() != JsonToken.START_ARRAY) {
      p.skipChildren();
      return -1;
    }
    long elements = -1;
    boolean first = true;
    while (p.nextToken() != JsonToken.END_ARRAY) {
      if (first && p.currentToken() == JsonToken.START_ARRAY) {
        elements = tensor(p);
      } else {
        p.skipChildren();
      }
      first = false;
    }
    return elements;
  }

  private static long tensor(JsonParser p) {
    long elements = 1;
    int dimensions = 0;
    while (p.nextToken() != JsonToken.END_ARRAY) {
      long size = number(p);
      elements =
          size < 0 || elements < 0
              ? -1
              : Math.multiplyHigh(elements, size) == 0 ? elements * size : -1;
      dimensions++;
    }
    return dimensions >= 2 ? elements : -1;
  }

  private static String firstText(JsonParser p) {
    if (p.currentToken() != JsonToken.START_ARRAY) {
      p.skipChildren();
      return "";
    }
    String first = null;
    while (p.nextToken() != JsonToken.END_ARRAY) {
      if (first == null) {
        first = text(p);
      } else {
        p.skipChildren();
      }
    }
    return first == null ? "" : first;
  }
}
