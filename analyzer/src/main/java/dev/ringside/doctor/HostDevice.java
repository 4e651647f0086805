package dev.ringside.doctor;

import dev.ringside.trace.record.HostLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A device as one tool describes it: its line and those behind it.
 *
 * @param name as the tool names it; empty where it does not
 * @param model the rest of its line
 */
record HostDevice(
    String tool, String name, String model, Place place, List<Sighting<HostLine>> lines) {

  /** Devices of one tool in the order of the inputs. */
  static List<HostDevice> of(Observations seen, String tool) {
    List<HostDevice> out = new ArrayList<>();
    for (Sighting<HostLine> s : seen.all(HostLine.class)) {
      HostLine line = s.record();
      if (!line.tool().equals(tool)) {
        continue;
      }
      boolean isNew =
          out.isEmpty() || !out.get(out.size() - 1).place().source().equals(s.place().source());
      if (line.field().equals("device")) {
        out.add(new HostDevice(tool, line.name(), line.value(), s.place(), new ArrayList<>()));
      } else {
        if (isNew) {
          out.add(new HostDevice(tool, "", "", s.place(), new ArrayList<>()));
        }
        out.get(out.size() - 1).lines().add(s);
      }
    }
    return out;
  }

  /** The value of a property. */
  Optional<String> value(String field) {
    return line(field).map(s -> s.record().value());
  }

  Optional<Sighting<HostLine>> line(String field) {
    return lines.stream().filter(s -> s.record().field().equals(field)).findFirst();
  }

  /** For a person: {@code GPU 3}, {@code 81:00.0 (3D controller: …)}. */
  String who() {
    return tool.equals("nvlink") ? "GPU " + name : name.isEmpty() ? "a device" : name;
  }
}
