package dev.ringside.summary;

import java.util.ArrayList;
import java.util.List;

/** One thread while a piece is read: its latest calls, and what came before its first choice. */
final class OpenThread {
  final ThreadHistory.Key key;
  final int process;
  long initLines;

  private final int[] latest = new int[SummaryLimits.PENDING_CALLS];
  private int calls;
  private boolean isAnswered;
  private int choices;
  private int[] headCalls = new int[0];
  private boolean hasHead;
  private final List<PendingChoice> headChoices = new ArrayList<>(0);

  OpenThread(ThreadHistory.Key key, int process) {
    this.key = key;
    this.process = process;
  }

  /** A call; {@code message} is its number. */
  void call(int message) {
    if (isAnswered) {
      endBlock();
    }
    latest[calls++ & SummaryLimits.PENDING_CALLS - 1] = message;
    if (calls < 0) { // past 2^31 calls: only whether the ring is full still matters
      calls = SummaryLimits.PENDING_CALLS;
    }
  }

  private void endBlock() {
    if (!hasHead) {
      headCalls = pendingCalls();
      hasHead = true;
    }
    calls = 0;
    isAnswered = false;
    choices = 0;
  }

  /** A tuning line; whether there is still room for it in its block. */
  boolean answer() {
    isAnswered = true;
    if (choices == SummaryLimits.PENDING_CHOICES) {
      return false;
    }
    choices++;
    return true;
  }

  /** A tuning line that no tuner decides, such as a symmetric kernel's. */
  void answerElsewhere() {
    isAnswered = true;
  }

  /** Whether the calls of the current block may begin in the left neighbour. */
  boolean isInHead() {
    return !hasHead;
  }

  void keepForHead(PendingChoice choice) {
    headChoices.add(choice);
  }

  int pendingSize() {
    return Math.min(calls, SummaryLimits.PENDING_CALLS);
  }

  /** The {@code i}-th of the pending calls, oldest first. */
  int pending(int i) {
    return latest[calls - pendingSize() + i & SummaryLimits.PENDING_CALLS - 1];
  }

  int[] pendingCalls() {
    int[] out = new int[pendingSize()];
    for (int i = 0; i < out.length; i++) {
      out[i] = pending(i);
    }
    return out;
  }

  boolean hasBlocks() {
    return hasHead || calls > 0 || isAnswered;
  }

  /** Whether there is a block behind the first. */
  boolean hasTail() {
    return hasHead;
  }

  int[] headCalls() {
    return hasHead ? headCalls : pendingCalls();
  }

  boolean isHeadAnswered() {
    return hasHead || isAnswered;
  }

  List<PendingChoice> headChoices() {
    return headChoices;
  }

  boolean isTailAnswered() {
    return isAnswered;
  }

  int tailAnswers() {
    return choices;
  }
}
