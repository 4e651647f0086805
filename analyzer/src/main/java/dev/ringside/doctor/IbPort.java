package dev.ringside.doctor;

import dev.ringside.trace.record.HostLine;
import java.util.ArrayList;
import java.util.List;

/**
 * A port by {@code ibstat}.
 *
 * @param rate Gb/s; -1 unknown
 */
record IbPort(
    String device,
    String port,
    String state,
    String physical,
    int rate,
    String layer,
    Place place) {

  static List<IbPort> of(Observations seen) {
    List<IbPort> out = new ArrayList<>();
    for (HostDevice d : HostDevice.of(seen, "ibstat")) {
      List<Sighting<HostLine>> current = new ArrayList<>();
      for (Sighting<HostLine> s : d.lines()) {
        if (s.record().field().equals("port")) {
          add(d, current, out);
          current = new ArrayList<>();
        }
        current.add(s);
      }
      add(d, current, out);
    }
    return out;
  }

  private static void add(HostDevice d, List<Sighting<HostLine>> lines, List<IbPort> out) {
    if (!lines.isEmpty() && lines.get(0).record().field().equals("port")) {
      String rate = value(lines, "Rate");
      out.add(
          new IbPort(
              d.name(),
              lines.get(0).record().name(),
              value(lines, "State"),
              value(lines, "Physical state"),
              rate.matches("\\d{1,9}") ? Integer.parseInt(rate) : -1,
              value(lines, "Link layer"),
              lines.get(0).place()));
    }
  }

  private static String value(List<Sighting<HostLine>> lines, String field) {
    return lines.stream()
        .filter(s -> s.record().field().equals(field))
        .map(s -> s.record().value())
        .findFirst()
        .orElse("");
  }

  boolean isActive() {
    return state.equals("Active");
  }
}
