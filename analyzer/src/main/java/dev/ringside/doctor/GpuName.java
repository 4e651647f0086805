package dev.ringside.doctor;

import java.util.regex.Pattern;

/** A GPU model by the name that the driver gives it. */
public record GpuName(String name, Place place) {
  // Boards with NVSwitch or NVLink between all GPUs of the host.
  private static final Pattern NVLINK_CLASS =
      Pattern.compile(
          "(?i)SXM|HBM3|\\bH[12]00\\b(?!.*PCIe)|\\bB[123]00\\b|\\bGB[23]00\\b|\\bH20\\b");
  private static final Pattern AMD = Pattern.compile("(?i)\\bAMD\\b|Instinct|\\bMI\\d{3}");
  // Compute capability 12.0 and 12.1: consumer and workstation Blackwell.
  private static final Pattern SM120 =
      Pattern.compile("(?i)RTX (?:50\\d\\d|PRO \\d{4}.*Blackwell|PRO [4-6]000)|\\bGB10\\b");
  private static final Pattern CONSUMER = Pattern.compile("(?i)GeForce|RTX [345]0\\d\\d");

  boolean isNvlinkClass() {
    return NVLINK_CLASS.matcher(name).find() && !name.contains("PCIe");
  }

  boolean isAmd() {
    return AMD.matcher(name).find();
  }

  boolean isSm120() {
    return SM120.matcher(name).find();
  }

  boolean isConsumer() {
    return CONSUMER.matcher(name).find();
  }
}
