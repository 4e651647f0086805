package dev.ringside.doctor;

import dev.ringside.trace.record.CallSite;

/**
 * A setting of the environment as an input shows it.
 *
 * @param where process that read it
 */
public record Variable(String name, String value, CallSite where, Place place) {

  /** Whether a switch is on: NCCL takes every number but 0 for yes. */
  boolean isOn() {
    return !value.isEmpty() && !value.equals("0");
  }

  /** {@code NAME=value}. */
  String assignment() {
    return name + "=" + value;
  }
}
