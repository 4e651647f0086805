package dev.ringside.summary;

import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.RedOp;
import java.util.Arrays;

/**
 * Messages of one piece while it is read, by small numbers. Open addressing over primitive arrays:
 * a call whose message is known allocates nothing.
 */
final class CallTable {
  private static final Collective[] COLLECTIVES = Collective.values();
  private static final DataType[] TYPES = DataType.values();
  private static final RedOp[] OPERATORS = RedOp.values();
  private static final long MIX = 0x9E3779B97F4A7C15L; // 2^64 / golden ratio: spreads low bits

  /** Small, a power of two: each of ten thousand files makes its own table. */
  private static final int FEWEST = 32;

  private int[] slots = new int[4 * FEWEST];
  private int size;

  private int[] member = new int[FEWEST];
  private int[] writer = new int[FEWEST];
  private int[] kind = new int[FEWEST];
  private int[] nRanks = new int[FEWEST];
  private long[] count = new long[FEWEST];
  private long[] stream = new long[FEWEST];
  private long[] calls = new long[FEWEST];
  private long[] firstOffset = new long[FEWEST];
  private long[] runs = new long[FEWEST];
  private long[] divisor = new long[FEWEST];
  private long[] shortest = new long[FEWEST];
  private long[] longest = new long[FEWEST];
  private long[] marked = new long[FEWEST];
  private long[] hashes = new long[FEWEST];
  private RunEvidence given = RunEvidence.NONE;

  CallTable() {
    Arrays.fill(slots, -1);
  }

  /** Operation, type and operator in one number. */
  static int kind(Collective op, DataType type, RedOp redOp) {
    return op.ordinal() << 16 | type.ordinal() << 8 | redOp.ordinal();
  }

  static Collective collective(int kind) {
    return COLLECTIVES[kind >>> 16];
  }

  static DataType dataType(int kind) {
    return TYPES[kind >>> 8 & 0xff];
  }

  int size() {
    return size;
  }

  /** Number of the message, new where it was not there. */
  int find(int memberNo, int writerNo, int kindNo, long n, int ranks, long streamNo, long offset) {
    long h = (n * MIX ^ streamNo) * MIX ^ kindNo;
    h = (h * MIX ^ memberNo) * MIX ^ writerNo;
    int mask = slots.length - 1;
    int at = (int) ((h * MIX) >>> 40) & mask;
    while (slots[at] >= 0) {
      int i = slots[at];
      if (count[i] == n
          && member[i] == memberNo
          && kind[i] == kindNo
          && stream[i] == streamNo
          && writer[i] == writerNo
          && nRanks[i] == ranks) {
        return i;
      }
      at = at + 1 & mask;
    }
    slots[at] = size;
    return add(memberNo, writerNo, kindNo, n, ranks, streamNo, offset, h);
  }

  private int add(
      int memberNo,
      int writerNo,
      int kindNo,
      long n,
      int ranks,
      long streamNo,
      long offset,
      long h) {
    int i = size++;
    if (i == count.length) {
      grow();
    }
    member[i] = memberNo;
    writer[i] = writerNo;
    kind[i] = kindNo;
    count[i] = n;
    nRanks[i] = ranks;
    stream[i] = streamNo;
    firstOffset[i] = offset;
    hashes[i] = h;
    if (size * 2 > slots.length) {
      rehash();
    }
    return i;
  }

  private void grow() {
    int to = count.length * 2;
    member = Arrays.copyOf(member, to);
    writer = Arrays.copyOf(writer, to);
    kind = Arrays.copyOf(kind, to);
    nRanks = Arrays.copyOf(nRanks, to);
    count = Arrays.copyOf(count, to);
    stream = Arrays.copyOf(stream, to);
    calls = Arrays.copyOf(calls, to);
    firstOffset = Arrays.copyOf(firstOffset, to);
    runs = Arrays.copyOf(runs, to);
    divisor = Arrays.copyOf(divisor, to);
    shortest = Arrays.copyOf(shortest, to);
    longest = Arrays.copyOf(longest, to);
    marked = Arrays.copyOf(marked, to);
    hashes = Arrays.copyOf(hashes, to);
  }

  private void rehash() {
    slots = new int[slots.length * 2];
    Arrays.fill(slots, -1);
    int mask = slots.length - 1;
    for (int i = 0; i < size; i++) {
      int at = (int) ((hashes[i] * MIX) >>> 40) & mask;
      while (slots[at] >= 0) {
        at = at + 1 & mask;
      }
      slots[at] = i;
    }
  }

  void addCalls(int i, long n) {
    calls[i] += n;
  }

  void closeRun(int i, long length, boolean isMarked) {
    runs[i]++;
    divisor[i] = divisor[i] == length ? length : RunEvidence.gcd(divisor[i], length);
    shortest[i] = runs[i] == 1 ? length : Math.min(shortest[i], length);
    longest[i] = Math.max(longest[i], length);
    marked[i] += isMarked ? 1 : 0;
  }

  int member(int i) {
    return member[i];
  }

  int writer(int i) {
    return writer[i];
  }

  int kind(int i) {
    return kind[i];
  }

  int nRanks(int i) {
    return nRanks[i];
  }

  long bytes(int i) {
    return count[i] * dataType(kind[i]).bytes();
  }

  CallKey key(int i, int device, int writerRank) {
    return new CallKey(
        collective(kind[i]),
        dataType(kind[i]),
        count[i],
        OPERATORS[kind[i] & 0xff],
        nRanks[i],
        stream[i],
        device,
        writerRank);
  }

  long calls(int i) {
    return calls[i];
  }

  long firstOffset(int i) {
    return firstOffset[i];
  }

  /** The same object for equal evidence in a row: ten thousand ranks log alike. */
  RunEvidence runs(int i) {
    RunEvidence evidence = new RunEvidence(runs[i], divisor[i], shortest[i], longest[i], marked[i]);
    given = evidence.orSame(given);
    return given;
  }
}
