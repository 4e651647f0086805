package dev.ringside.doctor;

import dev.ringside.trace.record.CallSite;

/**
 * A setting of the environment as an input shows it.
 *
 * @param where process that read it
 */
public record Variable(String name, String value, CallSite where, Place place) {

  /** Whether a switch such as {@code NCCL_IB_DISABLE} is on, of which every number but 0 is yes. */
  boolean isOn() {
    return !value.isEmpty() && !value.equals("0");
  }

  /** {@code NAME=value}. */
  String assignment() {
    return name + "=" + value;
  }
}
