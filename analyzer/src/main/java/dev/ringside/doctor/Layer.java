package dev.ringside.doctor;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * Where a finding is worked on, in the order in which practitioners go: software before hardware,
 * inside of a host before its network, single points before the topology that they form.
 */
public enum Layer {
  SOFTWARE,
  GPU,
  NVLINK,
  PCIE,
  HCA,
  SWITCH,
  TOPOLOGY,
  /** What the inputs can and cannot show. */
  INPUT;

  @JsonValue
  public String jsonName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
