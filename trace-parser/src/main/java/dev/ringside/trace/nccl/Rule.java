package dev.ringside.trace.nccl;

/** Takes one family of messages. */
interface Rule {

  /** Whether the message is of this family; then it was pushed, or reported as torn. */
  boolean take(NcclRecord record);
}
