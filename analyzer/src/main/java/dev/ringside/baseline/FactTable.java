package dev.ringside.baseline;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a state is made of: versions, variables, transports; several values where ranks differ. */
public final class FactTable {
  static final String NCCL = "NCCL";
  static final String GPU = "GPU";
  static final String TRANSPORT = "transport";
  private static final String NOT_SET = "not set";

  private final TreeMap<String, TreeSet<String>> values = new TreeMap<>();
  private boolean isEnvironmentSeen;

  FactTable() {}

  @JsonCreator
  FactTable(
      @JsonProperty("values") Map<String, Set<String>> values,
      @JsonProperty("environmentSeen") boolean isEnvironmentSeen) {
    values.forEach((name, all) -> all.forEach(v -> add(name, v)));
    this.isEnvironmentSeen = isEnvironmentSeen;
  }

  void add(String name, String value) {
    if (!value.isBlank()) {
      values.computeIfAbsent(name, n -> new TreeSet<>()).add(value.strip());
    }
  }

  /** A variable that NCCL reads; others say nothing of a difference. */
  void variable(String name, String value) {
    if (name.startsWith("NCCL_") && !isBookkeeping(name)) {
      add(name, value);
    }
    isEnvironmentSeen = true;
  }

  /** Where output goes changes no result. */
  private static boolean isBookkeeping(String name) {
    return name.startsWith("NCCL_DEBUG") || name.endsWith("_DUMP_FILE");
  }

  /** From here on a variable that is not named was not set. */
  void seeEnvironment() {
    isEnvironmentSeen = true;
  }

  void addAll(FactTable other) {
    other.values.forEach((name, all) -> all.forEach(v -> add(name, v)));
    isEnvironmentSeen |= other.isEnvironmentSeen;
  }

  /** Values by name, in order of name. */
  @JsonProperty("values")
  public SortedMap<String, SortedSet<String>> values() {
    TreeMap<String, SortedSet<String>> copy = new TreeMap<>();
    values.forEach((name, all) -> copy.put(name, new TreeSet<>(all)));
    return copy;
  }

  /** Whether something showed which variables were set. */
  @JsonProperty("environmentSeen")
  public boolean isEnvironmentSeen() {
    return isEnvironmentSeen;
  }

  /** All values of one name, joined; empty where it is not known. */
  public String text(String name) {
    return String.join(", ", values.getOrDefault(name, new TreeSet<>()));
  }

  /** What differs, where both sides say it. */
  static List<Difference> differences(FactTable before, FactTable after) {
    TreeSet<String> names = new TreeSet<>(before.values.keySet());
    names.addAll(after.values.keySet());
    List<Difference> out = new ArrayList<>();
    for (String name : names) {
      String a = before.known(name);
      String b = after.known(name);
      if (!a.isEmpty() && !b.isEmpty() && !a.equals(b)) {
        out.add(new Difference(name, a, b));
      }
    }
    return out;
  }

  private String known(String name) {
    String text = text(name);
    boolean isVariable = name.startsWith("NCCL_");
    return text.isEmpty() && isVariable && isEnvironmentSeen ? NOT_SET : text;
  }
}
