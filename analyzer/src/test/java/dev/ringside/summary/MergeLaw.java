package dev.ringside.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What every summary obeys; a subclass says what is summarised and where it may be cut. */
abstract class MergeLaw {

  /** How many inputs to try; each has a seed. */
  abstract int inputs();

  /** Summary of the whole input. */
  abstract TraceSummary whole(int seed);

  /** Summaries of its pieces, cut at random. */
  abstract List<TraceSummary> pieces(int seed, Random random);

  @Test
  void piecesInOrderGiveTheWhole() {
    for (int seed = 0; seed < inputs(); seed++) {
      TraceSummary whole = whole(seed);
      for (int round = 0; round < 4; round++) {
        TraceSummary joined = TraceSummary.EMPTY;
        for (TraceSummary piece : pieces(seed, new Random(seed * 31L + round))) {
          joined = joined.merge(piece);
        }
        assertThat(joined).as("seed %d, round %d", seed, round).isEqualTo(whole);
      }
    }
  }

  @Test
  void anyOrderAndAnyGroupingGiveTheSame() {
    for (int seed = 0; seed < inputs(); seed++) {
      Random random = new Random(seed * 17L);
      List<TraceSummary> heap = new ArrayList<>(pieces(seed, random));
      while (heap.size() > 1) {
        Collections.shuffle(heap, random);
        heap.add(heap.remove(0).merge(heap.remove(0)));
      }
      assertThat(heap.get(0)).as("seed %d", seed).isEqualTo(whole(seed));
    }
  }

  @Test
  void aPieceThatIsDeliveredTwiceCountsOnce() {
    for (int seed = 0; seed < inputs(); seed++) {
      List<TraceSummary> pieces = pieces(seed, new Random(seed));
      TraceSummary joined = TraceSummary.EMPTY;
      for (TraceSummary piece : pieces) {
        joined = joined.merge(piece).merge(piece);
      }
      joined = joined.merge(pieces.get(pieces.size() / 2));
      assertThat(joined).as("seed %d", seed).isEqualTo(whole(seed));
    }
  }

  @Test
  void emptyIsNeutral() {
    TraceSummary whole = whole(1);
    assertThat(TraceSummary.EMPTY.merge(whole)).isEqualTo(whole);
    assertThat(whole.merge(TraceSummary.EMPTY)).isEqualTo(whole);
  }

  @Test
  void theJsonFormRoundTripsForPiecesToo() {
    for (int seed = 0; seed < inputs(); seed++) {
      TraceSummary joined = TraceSummary.EMPTY;
      for (TraceSummary piece : pieces(seed, new Random(seed))) {
        assertThat(reread(piece)).isEqualTo(piece);
        joined = reread(joined).merge(reread(piece));
      }
      assertThat(joined).isEqualTo(whole(seed));
    }
  }

  static TraceSummary reread(TraceSummary summary) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    summary.writeTo(out);
    return TraceSummary.readFrom(new ByteArrayInputStream(out.toByteArray()), "written");
  }
}
