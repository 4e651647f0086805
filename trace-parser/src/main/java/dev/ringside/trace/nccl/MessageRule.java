package dev.ringside.trace.nccl;

import dev.ringside.trace.record.Message;
import java.util.List;
import java.util.regex.Pattern;

/** Warnings, and the INFO lines that say why something is slow or failed. */
final class MessageRule implements Rule {

  /** Beginnings of INFO messages that a finding may rest on. */
  private static final List<String> BEGINNINGS =
      List.of(
          "ncclMaxSharedMem ",
          "Could not find a path for pattern",
          "Call to ",
          "P2P is disabled between",
          "Missing ",
          "Check P2P Type ",
          "Connected all rings",
          "NVLS multicast support is ",
          "NVLS tuning: ",
          "Topology detection",
          "Invalid value ",
          "Comm config ",
          "Could not enable P2P",
          "Failed to ",
          "Unable to ",
          "Error ",
          "Timeout ",
          "Duplicate GPU",
          "Cuda failure",
          "Setting affinity for GPU",
          "ncclTopoGetCpuAffinity");

  /** {@code init.cc:867 -> 5}: a return code on its way up. */
  private static final Pattern RETURN_CODE = Pattern.compile("\\S+:\\d+ -> \\d+( .*)?");

  @Override
  public boolean take(NcclRecord record) {
    boolean warning = record.header().level() == RecordHeader.Level.WARN;
    if (!warning && !isTelling(record)) {
      return false;
    }
    record.emit(
        new Message(
            record.site(), warning ? "WARN" : "INFO", record.header().where(), record.text()));
    return true;
  }

  private static boolean isTelling(NcclRecord record) {
    for (String beginning : BEGINNINGS) {
      if (record.startsWith(beginning)) {
        return true;
      }
    }
    Cursor c = record.cursor();
    c.token();
    return c.skip(" -> ") && RETURN_CODE.matcher(record.text()).matches();
  }
}
