package dev.ringside.trace.record;

import java.util.Optional;

/** NCCL's element types: name, number in {@code ncclDataType_t} and size in bytes. */
public enum DataType {
  INT8("int8", 0, 1),
  UINT8("uint8", 1, 1),
  INT32("int32", 2, 4),
  UINT32("uint32", 3, 4),
  INT64("int64", 4, 8),
  UINT64("uint64", 5, 8),
  FLOAT16("float16", 6, 2),
  FLOAT32("float32", 7, 4),
  FLOAT64("float64", 8, 8),
  BFLOAT16("bfloat16", 9, 2),
  /** Since NCCL 2.24. */
  FLOAT8E4M3("float8e4m3", 10, 1),
  /** Since NCCL 2.24. */
  FLOAT8E5M2("float8e5m2", 11, 1),
  /** Formats that give bytes and no type: counted as elements of one byte. */
  UNKNOWN("unknown", -1, 1);

  private static final DataType[] BY_NUMBER = values();

  private final String ncclName;
  private final int number;
  private final int bytes;

  DataType(String ncclName, int number, int bytes) {
    this.ncclName = ncclName;
    this.number = number;
    this.bytes = bytes;
  }

  public String ncclName() {
    return ncclName;
  }

  public int number() {
    return number;
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
