package dev.ringside.summary;

import dev.ringside.trace.record.Collective;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The operation that a kernel's name tells, for tables that know nothing else of a kernel. */
final class KernelOperation {
  private static final Pattern NCCL = Pattern.compile("nccl(?:Dev|Symk?Dev)?Kernel_([A-Za-z]+)_");
  private static final Pattern ENGINE =
      Pattern.compile("all_?reduce|cross_device_reduce", Pattern.CASE_INSENSITIVE);

  private KernelOperation() {}

  static Optional<Collective> of(String kernel) {
    Matcher nccl = NCCL.matcher(kernel);
    if (nccl.find()) {
      return Collective.ofNcclName(nccl.group(1));
    }
    return ENGINE.matcher(kernel).find() ? Optional.of(Collective.ALL_REDUCE) : Optional.empty();
  }
}
