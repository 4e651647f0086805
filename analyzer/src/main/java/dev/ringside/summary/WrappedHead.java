package dev.ringside.summary;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.WrappedLine;

/**
 * Front part of a call that the end of a piece cut off: the right neighbour may begin with the
 * rest.
 *
 * @param text the record as far as it goes
 */
public record WrappedHead(CallSite where, String text, long offset) {

  @JsonIgnore
  WrappedLine line() {
    return new WrappedLine(-1, true, text);
  }
}
