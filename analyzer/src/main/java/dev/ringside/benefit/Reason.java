package dev.ringside.benefit;

/** Why a verdict is what it is. */
public enum Reason {
  ENGINE_CARRIES_ALL("the engine's own all-reduce carries these messages, NCCL is not asked"),
  SAME_CHOICE("the choice is NCCL's own at every size"),
  WITHIN_MATERIALITY("no difference reaches one percent of a step, or the noise floor"),
  MIX_GAINS("the batch mix gains, and its interval excludes zero"),
  MIX_LOSES("the batch mix loses, and its interval excludes zero"),
  SIZES_GAIN("some sizes gain and none loses"),
  SIZES_LOSE("some sizes lose and none gains"),
  SIZES_BOTH("some sizes gain and some lose; how often each runs is not known"),
  NO_TRAFFIC("the inputs show no AllReduce of two ranks or more, benchmarks aside"),
  NO_TUNER("no tuner file was given"),
  OWN_CHOICE_UNKNOWN("what NCCL takes at some size is not known"),
  ALLOWED_UNKNOWN("whether NCCL allows a rule's choice here is not known"),
  NO_CURVE("the choice differs at a size for which no curve was measured"),
  INTERVAL_OPEN("the interval of the difference reaches from a loss, or nothing, to a gain");

  private final String text;

  Reason(String text) {
    this.text = text;
  }

  /** One clause for a person. */
  public String text() {
    return text;
  }
}
