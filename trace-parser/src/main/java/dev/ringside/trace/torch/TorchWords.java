package dev.ringside.trace.torch;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import java.util.Locale;
import java.util.Optional;

/** PyTorch's words for NCCL's operations and element types. */
final class TorchWords {

  private TorchWords() {}

  /**
   * NCCL's operation for a word of a trace ({@code allreduce}, {@code _allgather_base}) or of a
   * flight recorder ({@code nccl:all_reduce}, {@code nccl:send 0->1}); empty for what is none, such
   * as {@code wait} (PyTorch torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp, releases 2.2 to
   * 2.13).
   */
  static Optional<Collective> collective(String word) {
    String w = word.toLowerCase(Locale.ROOT);
    if (w.startsWith("nccl:")) {
      w = w.substring(5);
    }
    int blank = w.indexOf(' ');
    w = (blank < 0 ? w : w.substring(0, blank)).replace("_", "");
    if (w.startsWith("allreduce")) {
      return Optional.of(Collective.ALL_REDUCE);
    }
    if (w.startsWith("allgather")) {
      return Optional.of(Collective.ALL_GATHER);
    }
    if (w.startsWith("reducescatter")) {
      return Optional.of(Collective.REDUCE_SCATTER);
    }
    if (w.startsWith("alltoall")) {
      return Optional.of(Collective.ALL_TO_ALL);
    }
    return switch (w) {
      case "broadcast", "broadcastoop" -> Optional.of(Collective.BROADCAST);
      case "reduce", "reduceoop" -> Optional.of(Collective.REDUCE);
      case "gather" -> Optional.of(Collective.GATHER);
      case "scatter" -> Optional.of(Collective.SCATTER);
      case "send" -> Optional.of(Collective.SEND);
      case "recv", "recvanysource" -> Optional.of(Collective.RECV);
      default -> Optional.empty();
    };
  }

  /**
   * Element type of a scalar type's name, such as {@code BFloat16}, also as {@code c10::BFloat16}.
   */
  static DataType dataType(String word) {
    return switch (word.startsWith("c10::") ? word.substring(5) : word) {
      case "Float", "float" -> DataType.FLOAT32;
      case "Half" -> DataType.FLOAT16;
      case "BFloat16" -> DataType.BFLOAT16;
      case "Double", "double" -> DataType.FLOAT64;
      case "Char", "signed char" -> DataType.INT8;
      case "Byte", "Bool", "unsigned char", "bool" -> DataType.UINT8;
      case "Int", "int" -> DataType.INT32;
      case "Long", "long int", "long" -> DataType.INT64;
      case "Float8_e4m3fn", "Float8_e4m3fnuz" -> DataType.FLOAT8E4M3;
      case "Float8_e5m2", "Float8_e5m2fnuz" -> DataType.FLOAT8E5M2;
      default -> DataType.UNKNOWN;
    };
  }

  /**
   * Elements as NCCL's API counts them: one rank's share for AllGather, ReduceScatter, Gather and
   * Scatter, one peer's for AlltoAll (NCCL src/nccl.h.in).
   */
  static long count(Collective op, long elementsIn, long elementsOut, int nRanks) {
    return switch (op) {
      case REDUCE_SCATTER, SCATTER, RECV -> elementsOut;
      case ALL_TO_ALL -> nRanks > 0 ? elementsIn / nRanks : elementsIn;
      default -> elementsIn;
    };
  }

  /** A number for a process group, the same in every file that names it so. */
  static long communicator(String name, String ranks) {
    long hash = 0xcbf29ce484222325L; // FNV-1a, 64 bits
    String text = name + '|' + ranks.replace(" ", "");
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }
}
