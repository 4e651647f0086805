package dev.ringside.trace.record;

import java.util.Optional;

/** NCCL's element types in the order of {@code ncclDataType_t}: name and size in bytes. */
public enum DataType {
  INT8("int8", 1),
  UINT8("uint8", 1),
  INT32("int32", 4),
  UINT32("uint32", 4),
  INT64("int64", 8),
  UINT64("uint64", 8),
  FLOAT16("float16", 2),
  FLOAT32("float32", 4),
  FLOAT64("float64", 8),
  BFLOAT16("bfloat16", 2),
  /** Since NCCL 2.24. */
  FLOAT8E4M3("float8e4m3", 1),
  /** Since NCCL 2.24. */
  FLOAT8E5M2("float8e5m2", 1),
  /** Formats that give bytes and no type: counted as elements of one byte. */
  UNKNOWN("unknown", 1);

  private static final DataType[] BY_NUMBER = values();

  private final String ncclName;
  private final int bytes;

  DataType(String ncclName, int bytes) {
    this.ncclName = ncclName;
    this.bytes = bytes;
  }

  public String ncclName() {
    return ncclName;
  }

  /** Size of one element. */
  public int bytes() {
    return bytes;
  }

  public static Optional<DataType> ofNumber(int number) {
    return number < 0 || number >= UNKNOWN.ordinal()
        ? Optional.empty()
        : Optional.of(BY_NUMBER[number]);
  }
}
