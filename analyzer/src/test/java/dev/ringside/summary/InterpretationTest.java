package dev.ringside.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.CallSite;
import dev.ringside.trace.record.CaptureSizes;
import dev.ringside.trace.record.ChannelConnection;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.CommunicatorInit;
import dev.ringside.trace.record.CostTableRow;
import dev.ringside.trace.record.DataType;
import dev.ringside.trace.record.EngineSetting;
import dev.ringside.trace.record.GraphPattern;
import dev.ringside.trace.record.Protocol;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InterpretationTest {
  private static final CallSite RANK0 = new CallSite("node01", 100, 100, 0, -1);
  private static final CallSite RANK1 = new CallSite("node01", 200, 200, 1, -1);
  private static final long CAPTURE = 0xcafe;
  private static final int[] BATCHES = {64, 32, 8, 1};
  private static final int HIDDEN = 4096;
  private static final long TOKEN = HIDDEN * 2L;

  /** Two ranks that warm up twice and capture four sizes, then prefill; 32 AllReduces a pass. */
  private static Events decoder() {
    Events e = new Events("decoder.log");
    for (CallSite rank : List.of(RANK0, RANK1)) {
      long comm = rank.equals(RANK0) ? 0xa0 : 0xb0;
      e.created(rank, comm, rank.device(), 2, 0x77);
      e.call(rank, comm, DataType.FLOAT32, 1, 0);
      for (int batch : BATCHES) {
        calls(e, rank, comm, 64, batch, 0);
        calls(e, rank, comm, 32, batch, CAPTURE);
      }
      calls(e, rank, comm, 64, 512, 0);
    }
    return e;
  }

  private static void calls(Events e, CallSite w, long comm, int times, int tokens, long stream) {
    for (int i = 0; i < times; i++) {
      e.call(w, comm, DataType.BFLOAT16, (long) tokens * HIDDEN, stream);
      if (w.equals(RANK0)) {
        e.choice(w, Collective.ALL_REDUCE, tokens * TOKEN, Protocol.LL);
      }
    }
  }

  private static Traffic traffic(Events e) {
    return Interpretation.of(e.summary(), Optional.empty());
  }

  private static MessageRow row(Traffic t, long bytes) {
    return t.rows().stream().filter(r -> r.bytes() == bytes).findFirst().orElseThrow();
  }

  @Test
  void capturedSizesAreDecodeAndTheirWarmUpsAreLoggedPasses() {
    Traffic t = traffic(decoder());
    assertThat(t.groups()).singleElement().satisfies(g -> assertThat(g.key()).isEqualTo("0x77"));
    assertThat(t.barriers()).isEqualTo(2);
    assertThat(t.rows()).hasSize(5);
    for (int batch : BATCHES) {
      MessageRow row = row(t, batch * TOKEN);
      assertThat(row.phase()).contains(Phase.DECODE);
      assertThat(row.phaseBasis()).contains(Basis.STREAM);
      assertThat(row.regBuff()).isEqualTo(1);
      assertThat(row.calls()).isEqualTo(192);
      assertThat(row.callsPerRank()).isEqualTo(96);
      assertThat(row.ranksSeen()).isEqualTo(2);
      assertThat(row.batch()).contains(Figure.of(batch, Basis.LATTICE));
      assertThat(row.callsPerPass()).contains(Figure.of(32, Basis.SEQUENCE));
      assertThat(row.loggedPasses()).contains(Figure.of(3, Basis.SEQUENCE));
    }
  }

  @Test
  void otherSizesAreEagerOnceACaptureIsSeen() {
    MessageRow row = row(traffic(decoder()), 512 * TOKEN);
    assertThat(row.phase()).contains(Phase.EAGER);
    assertThat(row.regBuff()).isZero();
    assertThat(row.loggedPasses()).contains(Figure.of(2, Basis.SEQUENCE));
  }

  @Test
  void everyTuningLineFindsItsCall() {
    Traffic t = traffic(decoder());
    assertThat(t.unattributedChoices()).isZero();
    assertThat(row(t, TOKEN).choices())
        .singleElement()
        .satisfies(c -> assertThat(c.count()).isEqualTo(96));
  }

  @Test
  void nothingTellsThePhaseWithoutACaptureStream() {
    Events e = new Events("eager.log").created(RANK0, 0xa0, 0, 2, 0x77);
    calls(e, RANK0, 0xa0, 32, 4, 0);
    calls(e, RANK0, 0xa0, 32, 1, 0);
    Traffic t = traffic(e);
    assertThat(t.rows()).allSatisfy(r -> assertThat(r.phase()).isEmpty());
    assertThat(t.bytesPerToken()).isEmpty();
  }

  @Test
  void twoSizesInFallingOrderAreNoCapture() {
    Events e = new Events("training.log").created(RANK0, 0xa0, 0, 2, 0x77);
    calls(e, RANK0, 0xa0, 4, 3, CAPTURE);
    calls(e, RANK0, 0xa0, 4, 1, CAPTURE);
    assertThat(traffic(e).rows()).allSatisfy(r -> assertThat(r.phase()).isEmpty());
  }

  @Test
  void aDivisorThatIsNoCapturedSizeIsNoToken() {
    Events e = new Events("no-batch-one.log").created(RANK0, 0xa0, 0, 2, 0x77);
    for (int batch : new int[] {9, 6, 4}) {
      calls(e, RANK0, 0xa0, 32, batch, CAPTURE);
    }
    Traffic t = traffic(e);
    assertThat(t.rows()).allSatisfy(r -> assertThat(r.phase()).contains(Phase.DECODE));
    assertThat(t.bytesPerToken()).isEmpty();
  }

  @Test
  void aLoneDivisorIsAnUpperBound() {
    Events e = new Events("lone.log").created(RANK0, 0xa0, 0, 2, 0x77);
    calls(e, RANK0, 0xa0, 96, 4, CAPTURE);
    calls(e, RANK0, 0xa0, 96, 1, CAPTURE);
    MessageRow row = row(traffic(e), TOKEN);
    assertThat(row.callsPerPass()).contains(Figure.atMost(96, Basis.SEQUENCE));
    assertThat(row.loggedPasses()).isEmpty();
  }

  @Test
  void anotherCollectiveAtTheEndOfEveryPassConfirmsIt() {
    Events e = new Events("logits.log").created(RANK0, 0xa0, 0, 2, 0x77);
    for (int i = 0; i < 3; i++) {
      calls(e, RANK0, 0xa0, 16, 4, 0);
      e.call(RANK0, 0xa0, Collective.ALL_GATHER, DataType.BFLOAT16, 1000, 2, 0);
    }
    MessageRow row = row(traffic(e), 4 * TOKEN);
    assertThat(row.callsPerPass()).contains(Figure.of(16, Basis.SEQUENCE));
    assertThat(row.loggedPasses()).contains(Figure.of(3, Basis.SEQUENCE));
  }

  @Test
  void theEnginesWarmUpRuleSettlesWhatTheSequenceCannot() {
    Events e = new Events("sglang.log").created(RANK0, 0xa0, 0, 2, 0x77);
    e.record(RANK0, s -> new EngineSetting(s, "sglang", "model_path", "m"));
    e.record(RANK0, s -> new CaptureSizes(s, "sglang", "full", List.of(1, 4)));
    calls(e, RANK0, 0xa0, 96, 4, CAPTURE);
    calls(e, RANK0, 0xa0, 96, 1, CAPTURE);
    Traffic t = traffic(e);
    assertThat(t.bytesPerToken()).contains(Figure.of(TOKEN, Basis.ENGINE));
    assertThat(row(t, TOKEN).callsPerPass()).contains(Figure.of(32, Basis.ENGINE));
    assertThat(row(t, TOKEN).loggedPasses()).contains(Figure.of(3, Basis.ENGINE));
  }

  /** SGLang captures graphs on one communicator and runs all else, warm-ups too, on another. */
  @Test
  void theEagerAndTheGraphCommunicatorOfTheSameRanksAreOneGroup() {
    Events e = new Events("sglang.log").created(RANK0, 0xa0, 0, 2, 0x77);
    e.created(RANK0, 0xa1, 0, 2, 0x78);
    e.record(RANK0, s -> new EngineSetting(s, "sglang", "model_path", "m"));
    for (int batch : BATCHES) {
      calls(e, RANK0, 0xa1, 64, batch, 0);
      calls(e, RANK0, 0xa0, 32, batch, CAPTURE);
    }
    calls(e, RANK0, 0xa1, 64, 512, 0);
    Traffic t = traffic(e);

    assertThat(t.groups()).hasSize(2).extracting(CommunicatorGroup::rankSet).containsOnly("0x77");
    for (int batch : BATCHES) {
      assertThat(t.rows())
          .filteredOn(r -> r.bytes() == batch * TOKEN)
          .hasSize(2)
          .allSatisfy(
              r -> {
                assertThat(r.phase()).contains(Phase.DECODE);
                // Two warm-ups and a capture are 96 calls of both communicators.
                assertThat(r.callsPerPass()).contains(Figure.of(32, Basis.ENGINE));
              });
    }
    assertThat(row(t, 512 * TOKEN).phase()).contains(Phase.EAGER);
  }

  @Test
  void aCommunicatorOfOtherRanksIsNotToldByThatCapture() {
    Events e = decoder();
    CallSite alone = new CallSite("node02", 300, 300, 0, -1);
    e.created(alone, 0xc0, 0, 2, 0x79);
    calls(e, alone, 0xc0, 5, 7, 0);

    assertThat(row(traffic(e), 7 * TOKEN).phase()).isEmpty();
  }

  /** SGLang captures pieces of prefill too, and lists their sizes apart. */
  @Test
  void aCapturedPieceOfPrefillIsNoDecodeBatch() {
    Events e = new Events("sglang.log").created(RANK0, 0xa0, 0, 2, 0x77);
    e.record(RANK0, s -> new CaptureSizes(s, "sglang", "full", List.of(1, 4)));
    e.record(RANK0, s -> new CaptureSizes(s, "sglang", "piecewise", List.of(4, 512)));
    for (int tokens : new int[] {512, 4, 1}) {
      calls(e, RANK0, 0xa0, 32, tokens, CAPTURE);
    }
    Traffic t = traffic(e);
    assertThat(row(t, TOKEN).phase()).contains(Phase.DECODE);
    assertThat(row(t, 4 * TOKEN).phase()).contains(Phase.DECODE);
    assertThat(row(t, 512 * TOKEN).phase()).contains(Phase.PREFILL);
    assertThat(row(t, 512 * TOKEN).regBuff()).isEqualTo(1);
  }

  /** Its capture sizes are requests, a pass has the draft tokens of each. */
  @Test
  void speculativeGraphsOfSglangAreDecodeAtTheirTokens() {
    Events e = new Events("sglang.log").created(RANK0, 0xa0, 0, 2, 0x77);
    e.record(RANK0, s -> new EngineSetting(s, "sglang", "speculative_num_draft_tokens", "4"));
    e.record(RANK0, s -> new CaptureSizes(s, "sglang", "full", List.of(1, 8)));
    for (int tokens : new int[] {64, 32, 4}) {
      calls(e, RANK0, 0xa0, 32, tokens, 0);
    }
    Traffic t = Interpretation.of(e.summary(), Optional.of(new ModelShapeHint(HIDDEN, 8, 2, 16)));
    assertThat(row(t, 4 * TOKEN).phase()).contains(Phase.DECODE);
    assertThat(row(t, 32 * TOKEN).phase()).contains(Phase.DECODE);
    assertThat(row(t, 64 * TOKEN).phase()).contains(Phase.EAGER);
    assertThat(row(traffic(e), 4 * TOKEN).bytes()).isEqualTo(4 * TOKEN);
    assertThat(traffic(e).bytesPerToken()).contains(Figure.of(TOKEN, Basis.ENGINE));
  }

  @Test
  void aBatchAboveTheDeclaredCapturesRunsOutsideGraphs() {
    Events e = new Events("vllm.log").created(RANK0, 0xa0, 0, 2, 0x77);
    e.record(RANK0, s -> new CaptureSizes(s, "vllm", "", List.of(1, 4)));
    for (int tokens : new int[] {8192, 4, 3}) {
      calls(e, RANK0, 0xa0, 32, tokens, 0);
    }
    Traffic t = Interpretation.of(e.summary(), Optional.of(new ModelShapeHint(HIDDEN, 8, 2, 16)));
    assertThat(row(t, 8192 * TOKEN).phase()).contains(Phase.EAGER);
    assertThat(row(t, 8192 * TOKEN).phaseBasis()).contains(Basis.ENGINE);
    assertThat(row(t, 4 * TOKEN).phase()).contains(Phase.DECODE);
    assertThat(row(t, 3 * TOKEN).phase()).isEmpty();
  }

  /** Four captured sizes at most, and no model has tokens of 16 MiB. */
  @Test
  void aMessageTooLargeForAnyDeclaredCaptureNeedsNoModel() {
    Events e = new Events("profile.log").created(RANK0, 0xa0, 0, 2, 0x77);
    e.record(RANK0, s -> new CaptureSizes(s, "vllm", "", List.of(1, 4)));
    calls(e, RANK0, 0xa0, 32, 8192, 0);
    calls(e, RANK0, 0xa0, 32, 4, 0);
    Traffic t = traffic(e);
    assertThat(row(t, 8192 * TOKEN).phase()).contains(Phase.EAGER);
    assertThat(row(t, 4 * TOKEN).phase()).isEmpty();
  }

  @Test
  void theModelOutranksWhatTheTraceSuggests() {
    Traffic t =
        Interpretation.of(
            decoder().summary(), Optional.of(new ModelShapeHint(HIDDEN / 2, 8, 2, 16)));
    MessageRow row = row(t, 8 * TOKEN);
    assertThat(row.batch()).contains(Figure.of(16, Basis.MODEL));
    assertThat(row.callsPerPass()).contains(Figure.of(16, Basis.MODEL));
    assertThat(row.loggedPasses()).contains(Figure.of(6, Basis.MODEL));
  }

  @Test
  void communicatorsOfOnePointerAreKeptApart() {
    Events e = new Events("reused.log");
    for (int i = 1; i <= 3; i++) {
      e.created(RANK0, 0xa0, 0, 2, 0x70 + i);
      calls(e, RANK0, 0xa0, i, i, 0);
      e.destroyed(RANK0, 0xa0, 0, 2);
    }
    Traffic t = traffic(e);
    assertThat(t.groups())
        .extracting(CommunicatorGroup::key)
        .containsExactly("0x71", "0x72", "0x73");
    assertThat(t.communicators()).allMatch(Communicator::destroyed);
    assertThat(t.rows()).extracting(MessageRow::callsPerRank).containsExactly(1L, 2L, 3L);
    assertThat(t.rows()).extracting(MessageRow::group).containsExactly("0x71", "0x72", "0x73");
  }

  @Test
  void aChoiceForAGroupOfCallsIsNoObservationOfOneSize() {
    Events e = new Events("group.log").created(RANK0, 0xa0, 0, 2, 0x77);
    e.call(RANK0, 0xa0, DataType.BFLOAT16, 1024, 0);
    e.call(RANK0, 0xa0, DataType.BFLOAT16, 65536, 0);
    e.choice(RANK0, Collective.ALL_REDUCE, 2048, Protocol.LL);
    e.choice(RANK0, Collective.ALL_REDUCE, 131072, Protocol.LL);
    Traffic t = traffic(e);
    assertThat(t.rows()).allSatisfy(r -> assertThat(r.choices()).isEmpty());
    assertThat(t.unattributedChoices()).isEqualTo(2);
  }

  @Test
  void aChoiceThatFitsTwoCommunicatorsBelongsToNone() {
    Events e = new Events("two.log");
    e.created(RANK0, 0xa0, 0, 2, 0x77).created(RANK0, 0xa1, 0, 2, 0x78);
    e.call(RANK0, 0xa0, DataType.BFLOAT16, 1024, 0).call(RANK0, 0xa1, DataType.BFLOAT16, 1024, 0);
    e.choice(RANK0, Collective.ALL_REDUCE, 2048, Protocol.LL);
    assertThat(traffic(e).unattributedChoices()).isEqualTo(1);
  }

  @Test
  void aTotalOverAllRanksFindsItsAllGather() {
    Events e = new Events("gather.log").created(RANK0, 0xa0, 0, 4, 0x77);
    e.call(RANK0, 0xa0, Collective.ALL_GATHER, DataType.BFLOAT16, 1024, 4, 0);
    e.choice(RANK0, Collective.UNKNOWN, 8192, Protocol.SIMPLE);
    assertThat(traffic(e).rows())
        .singleElement()
        .satisfies(r -> assertThat(r.choices()).hasSize(1))
        .satisfies(r -> assertThat(r.bytes()).isEqualTo(2048));
  }

  @Test
  void aTableBelongsToTheCommunicatorThatItsThreadIsMaking() {
    Events e = new Events("table.log");
    e.init(RANK0, 0xa0, CommunicatorInit.Stage.START, 0, 2, 0x77);
    e.record(RANK0, s -> row(s, CostTableRow.Kind.ALGORITHMS, "Tree", "Ring"));
    e.record(
        RANK0,
        s -> row(s, CostTableRow.Kind.DATA, "1.0/ 2.0", "3/0.0", "4/5", "6/7", "8/9", "1/1"));
    e.record(RANK0, s -> new GraphPattern(s, 4, 0, 2, 20, 20, "PHB", "PIX", 1));
    e.record(RANK0, s -> new ChannelConnection(s, 0, 0, 0, 1, "SHM/direct/direct", false));
    e.init(RANK0, 0xa0, CommunicatorInit.Stage.COMPLETE, 0, 2, 0x77);
    e.created(RANK0, 0xa1, 0, 2, 0x78);
    for (int seed = 0; seed < 20; seed++) {
      TraceSummary cut =
          e.cutAtRandom(new Random(seed)).stream().reduce(TraceSummary.EMPTY, TraceSummary::merge);
      Traffic t = Interpretation.of(cut, Optional.empty());
      CommunicatorGroup first = t.groups().get(0);
      assertThat(first.costs().orElseThrow().entries())
          .hasSize(6)
          .contains(new CostEntry(Collective.ALL_REDUCE, Algorithm.RING, Protocol.LL128, 8, 9));
      assertThat(first.transportClass()).contains(TransportClass.SHM);
      assertThat(t.communicators().get(0).patterns()).hasSize(1);
      assertThat(t.groups().get(1).costs()).isEmpty();
    }
  }

  private static CostTableRow row(int site, CostTableRow.Kind kind, String... cells) {
    return new CostTableRow(site, kind, Collective.ALL_REDUCE, List.of(cells));
  }

  @Test
  void aMissingPieceIsNamedAndTheRestCounts() {
    Events e = decoder();
    TraceSummary ends = e.summary(0, 50).merge(e.summary(80, e.size()));
    Traffic t = Interpretation.of(ends, Optional.empty());
    assertThat(t.losses()).extracting("name").containsExactly("bytes-missing");
    assertThat(t.rows()).hasSize(5);
  }

  /** With NCCL_DEBUG=TRACE and all subsystems NCCL prints each call in both forms. */
  @Test
  void aCallThatTheApiTraceRepeatsIsOneCall() {
    CallSite trace = new CallSite("node01", 100, 100, -1, -1);
    Events e = new Events("trace.log");
    e.created(RANK0, 0xa0, 0, 2, 0x77);
    for (int i = 0; i < 3; i++) {
      e.call(RANK0, 0xa0, DataType.BFLOAT16, HIDDEN, 0);
      e.call(trace, 0xa0, Collective.ALL_REDUCE, DataType.BFLOAT16, HIDDEN, -1, 0);
    }
    e.call(trace, 0xa0, Collective.ALL_REDUCE, DataType.BFLOAT16, 2 * HIDDEN, -1, 0);

    assertThat(row(traffic(e), TOKEN).calls()).isEqualTo(3);
    assertThat(row(traffic(e), 2 * TOKEN).calls()).isEqualTo(1);
    assertThat(Inspection.of(e.summary()).collectives().get("AllReduce").distinctOperations())
        .hasValue(4);
  }
}
