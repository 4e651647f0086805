package dev.ringside.doctor;

import java.util.List;

/** One thing that goes wrong, how it shows and what to do about it. */
public abstract class Rule {
  /** For {@code releases} where it holds for every one. */
  static final String ALL_RELEASES = "all";

  private final String code;
  private final FindingSeverity severity;
  private final Layer layer;
  private final String releases;

  /**
   * @param severity the usual one
   * @param releases NCCL releases that it holds for
   */
  Rule(String code, FindingSeverity severity, Layer layer, String releases) {
    this.code = code;
    this.severity = severity;
    this.layer = layer;
    this.releases = releases;
  }

  public final String code() {
    return code;
  }

  public final Layer layer() {
    return layer;
  }

  public final String releases() {
    return releases;
  }

  /** What it finds; empty for nothing. */
  public abstract List<Finding> examine(Observations seen);

  final Finding finding(Place place, String text, String remedy) {
    return new Finding(code, severity, layer, place, text, remedy, releases);
  }
}
