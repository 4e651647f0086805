package dev.ringside.trace.record;

/** NCCL's reduction operators; a user's pre-multiplied sum prints a large number. */
public enum RedOp {
  SUM("sum"),
  PROD("prod"),
  MAX("max"),
  MIN("min"),
  AVG("avg"),
  /** A handle made by {@code ncclRedOpCreatePreMulSum}. */
  CUSTOM("custom");

  private final String ncclName;

  RedOp(String ncclName) {
    this.ncclName = ncclName;
  }

  public String ncclName() {
    return ncclName;
  }

  /** Of the number in an API line; every number past {@code avg} is a user's handle. */
  public static RedOp ofNumber(long number) {
    return number >= 0 && number < 5 ? values()[(int) number] : CUSTOM;
  }
}
