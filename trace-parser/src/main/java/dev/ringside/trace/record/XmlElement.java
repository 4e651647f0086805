package dev.ringside.trace.record;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An element of an XML file of NCCL's; text between elements means nothing in them.
 *
 * @param attributes in file order, values as written
 */
public record XmlElement(String name, Map<String, String> attributes, List<XmlElement> children) {

  public XmlElement {
    attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    children = List.copyOf(children);
  }

  /** Value of an attribute; empty where it is not there. */
  public String attribute(String key) {
    return attributes.getOrDefault(key, "");
  }

  /** Children of that name, in file order. */
  public List<XmlElement> children(String childName) {
    return children.stream().filter(c -> c.name().equals(childName)).toList();
  }
}
