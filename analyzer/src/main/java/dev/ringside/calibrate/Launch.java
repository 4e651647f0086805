package dev.ringside.calibrate;

/** How a sweep launched its calls, the most useful for decode first. */
public enum Launch {
  /** Replayed from CUDA graphs, as decode steps are. */
  GRAPH,
  /** The file does not say. */
  UNKNOWN,
  /** One by one from the host: small sizes then measure the launch. */
  EAGER
}
