package dev.ringside.trace.nccl;

import dev.ringside.trace.record.EnvironmentSetting;

/**
 * Variables that NCCL echoes when it first reads them (flag ENV): {@code NAME set by environment to
 * VALUE}; integers end in a full stop (NCCL src/misc/param.cc). Older forms lack "by environment".
 */
final class EnvironmentRule implements Rule {

  @Override
  public boolean take(NcclRecord record) {
    Cursor c = record.cursor();
    String name = c.name();
    if (!name.startsWith("NCCL_") && !name.startsWith("RCCL_") && !name.startsWith("HSA_")) {
      return false;
    }
    if (!c.skip(" set by environment to ") && !c.skip(" set to ")) {
      return false;
    }
    String value = c.rest();
    record.emit(
        new EnvironmentSetting(
            record.site(),
            name,
            value.endsWith(".") ? value.substring(0, value.length() - 1) : value));
    return true;
  }
}
