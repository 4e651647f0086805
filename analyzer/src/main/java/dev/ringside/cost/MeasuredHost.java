package dev.ringside.cost;

import dev.ringside.summary.TransportClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a host is called where latencies depend on it; empty where a file does not say.
 *
 * @param gpu as the driver names it, such as {@code NVIDIA H200}
 * @param transport slowest transport between neighbours
 * @param nccl release, such as {@code 2.28.9}
 */
public record MeasuredHost(
    Optional<String> gpu, Optional<TransportClass> transport, Optional<String> nccl) {
  private static final MeasuredHost UNKNOWN =
      new MeasuredHost(Optional.empty(), Optional.empty(), Optional.empty());

  public static MeasuredHost unknown() {
    return UNKNOWN;
  }

  /** Whether curves of {@code this} may speak for {@code trace}. */
  public CurveMatch match(MeasuredHost trace) {
    List<String> refusals = new ArrayList<>();
    List<String> notChecked = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    if (gpu.isEmpty() || trace.gpu.isEmpty()) {
      notChecked.add("gpu");
    } else if (!mayBeOneGpu(gpu.get(), trace.gpu.get())) {
      refusals.add("measured on " + gpu.get() + ", the trace is of " + trace.gpu.get());
    } else if (!words(gpu.get()).equals(words(trace.gpu.get()))) {
      notChecked.add("gpu");
    }
    if (transport.isEmpty() || trace.transport.isEmpty() || isUnnamedPath(trace)) {
      notChecked.add("transport");
    } else if (transport.get() != trace.transport.get()) {
      refusals.add(
          "measured over " + transport.get() + ", the trace uses " + trace.transport.get());
    }
    if (nccl.isEmpty() || trace.nccl.isEmpty()) {
      notChecked.add("nccl");
    } else if (!nccl.get().equals(trace.nccl.get())) {
      remarks.add("measured with NCCL " + nccl.get() + ", the trace is of " + trace.nccl.get());
    }
    return new CurveMatch(refusals, notChecked, remarks);
  }

  /** {@code P2P} also stands for a path that a log does not name, which may be NVLink. */
  private boolean isUnnamedPath(MeasuredHost trace) {
    return transport.get() != trace.transport.get()
        && isPeerToPeer(transport.get())
        && isPeerToPeer(trace.transport.get());
  }

  private static boolean isPeerToPeer(TransportClass transport) {
    return transport == TransportClass.P2P || transport == TransportClass.NVL;
  }

  private static final Set<String> BRANDS =
      Set.of("nvidia", "amd", "geforce", "quadro", "tesla", "instinct");

  // Behind the name of one model they make the name of another.
  private static final Set<String> OTHER_MODEL = Set.of("ti", "super", "ada", "d", "laptop");

  /**
   * Whether two names may be of one GPU. Drivers name vendor, memory and board, people often the
   * model alone: {@code RTX PRO 6000} and {@code NVIDIA RTX PRO 6000 Blackwell Server Edition}.
   */
  public static boolean mayBeOneGpu(String a, String b) {
    List<String> left = words(a);
    List<String> right = words(b);
    List<String> longer = left.size() > right.size() ? left : right;
    int common = Math.min(left.size(), right.size());
    return left.subList(0, common).equals(right.subList(0, common))
        && longer.subList(common, longer.size()).stream().noneMatch(OTHER_MODEL::contains);
  }

  private static List<String> words(String gpu) {
    return Pattern.compile("[^a-z0-9]+")
        .splitAsStream(gpu.toLowerCase(Locale.ROOT))
        .filter(w -> !w.isEmpty() && !BRANDS.contains(w))
        .toList();
  }
}
