package dev.ringside.baseline;

/**
 * One test against the limit of its fabric.
 *
 * @param label state it belongs to
 * @param title the test and its shape
 * @param bytes large size with the best bus bandwidth
 * @param busBwGBs bus bandwidth there
 * @param fabric the limit's name
 * @param healthyGBs at least so much is expected
 * @param poorGBs below it a fault is likely
 * @param why where the limit comes from
 */
public record HealthResult(
    String label,
    String title,
    long bytes,
    double busBwGBs,
    String fabric,
    double healthyGBs,
    double poorGBs,
    String why) {

  /** {@code healthy}, {@code low} or {@code poor}. */
  public String verdict() {
    return busBwGBs >= healthyGBs ? "healthy" : busBwGBs >= poorGBs ? "low" : "poor";
  }
}
