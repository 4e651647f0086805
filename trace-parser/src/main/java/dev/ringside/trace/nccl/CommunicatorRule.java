package dev.ringside.trace.nccl;

import dev.ringside.trace.record.CommunicatorEnd;
import dev.ringside.trace.record.CommunicatorInit;
import dev.ringside.trace.record.CommunicatorInit.Stage;
import dev.ringside.trace.record.CommunicatorShape;

/**
 * Lines of a communicator's life (NCCL src/init.cc): {@code [Rank N] FUNC comm P rank N nranks N
 * cudaDev N nvmlDev N busId X parent P splitCount N color N key N commId 0xX - Init START}, in
 * every subset of fields that 2.18 to 2.30 print; {@code … - Destroy COMPLETE}; {@code comm P rank
 * N nRanks N nNodes N localRanks N localRank N MNNVL N}.
 */
final class CommunicatorRule implements Rule {

  private long comm;
  private int rank;
  private int nRanks;
  private int cudaDev;
  private String busId = "";
  private long commId;
  private long parent;
  private int color;
  private int splitCount;
  private int nNodes;
  private int localRanks;
  private int localRank;

  @Override
  public boolean take(NcclRecord record) {
    Cursor c = record.cursor();
    if (c.skip("[Rank ") && !(c.signed() && c.skip("] "))) {
      return false;
    }
    int begin = c.at();
    String function = c.name();
    if (!function.startsWith("nccl") || !c.skip(" ")) {
      function = "";
      c.at(begin);
    }
    if (!c.skip("comm ") || !c.pointer()) {
      return false;
    }
    comm = c.value();
    if (!c.skip(" rank ") || !c.signed()) {
      return false;
    }
    rank = (int) c.value();
    String verb = fields(c);
    if (verb.isEmpty()) {
      return shape(record);
    }
    return end(record, c, function, verb);
  }

  /** Reads names and values up to the dash; what follows the dash, or nothing. */
  private String fields(Cursor c) {
    nRanks = -1;
    cudaDev = -1;
    busId = "";
    commId = 0;
    parent = 0;
    color = -1;
    splitCount = -1;
    nNodes = -1;
    localRanks = -1;
    localRank = -1;
    while (!c.atEnd()) {
      String name = c.word();
      if (name.isEmpty()) {
        return ""; // a byte that belongs to no word, where a line was damaged
      }
      // 2.23 and later print "key 0- Init START" in splits, without a blank.
      if (name.equals("-") || name.endsWith("-")) {
        return c.word();
      }
      c.blanks();
      field(name, c);
    }
    return "";
  }

  private void field(String name, Cursor c) {
    switch (name) {
      case "nranks", "nRanks" -> nRanks = number(c);
      case "cudaDev" -> cudaDev = number(c);
      case "busId" -> busId = c.word();
      case "commId" -> commId = c.pointer() ? c.value() : 0;
      case "parent" -> parent = c.pointer() ? c.value() : 0;
      case "color" -> color = number(c);
      case "splitCount", "childCount" -> splitCount = number(c);
      case "nNodes" -> nNodes = number(c);
      case "localRanks" -> localRanks = number(c);
      case "localRank" -> localRank = number(c);
      default -> {
        // nvmlDev, key, MNNVL and what RCCL adds: their values are skipped as words.
      }
    }
  }

  private static int number(Cursor c) {
    return c.signed() ? (int) c.value() : -1;
  }

  private boolean shape(NcclRecord record) {
    boolean shape = nNodes >= 0;
    if (shape && localRank >= 0) {
      record.emit(
          new CommunicatorShape(record.site(), comm, rank, nRanks, nNodes, localRanks, localRank));
      return true;
    }
    if (shape || nRanks >= 0) {
      record.torn();
      return true;
    }
    return false;
  }

  private boolean end(NcclRecord record, Cursor c, String function, String verb) {
    String how = c.word();
    boolean start = how.startsWith("START");
    boolean complete = how.startsWith("COMPLETE");
    if (verb.equals("Init") && (start || complete)) {
      record.emit(
          new CommunicatorInit(
              record.site(),
              comm,
              start ? Stage.START : Stage.COMPLETE,
              function,
              rank,
              nRanks,
              cudaDev,
              busId,
              commId,
              parent,
              color,
              splitCount));
      return true;
    }
    if ((verb.equals("Destroy") || verb.equals("Abort")) && complete) {
      record.emit(new CommunicatorEnd(record.site(), comm, rank, nRanks, verb.equals("Abort")));
      return true;
    }
    record.torn();
    return true;
  }
}
