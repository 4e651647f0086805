package dev.ringside.benefit;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The one file or command that would settle an open verdict. */
public enum Settlement {
  STEP_SWEEP(
      "a step sweep of this host (ringside calibrate --plan prints the commands), then"
          + " --calibration step.csv"),
  TUNING_LOG(
      "a log of the run with NCCL_DEBUG=INFO" + " NCCL_DEBUG_SUBSYS=INIT,ENV,GRAPH,TUNING,COLL"),
  TUNER_FILE("--tuner FILE, or --calibration F to judge the best file for this host");

  private final String text;

  Settlement(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }

  @JsonValue
  public String jsonName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
