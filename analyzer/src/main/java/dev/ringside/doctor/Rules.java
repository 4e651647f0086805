package dev.ringside.doctor;

import java.util.List;

/** All rules. To add one is to add a line here. */
public final class Rules {
  private static final List<Rule> ALL =
      List.of(
          new AmdInterCpuBandwidth(),
          new BenchmarkNotMpi(),
          new BufferSizeSet(),
          new ChannelsFixed(),
          new CollectiveMismatch(),
          new CollectivePending(),
          new CrossNodePair(),
          new CrossNodeTp(),
          new CrossSocketPath(),
          new CudaError(),
          new CustomAllreduceActive(),
          new CustomAllreduceDisabled(),
          new DataCorruption(),
          new DecodeBatchAboveGraphLimit(),
          new DuplicateGpu(),
          new EngineAllreduceActive(),
          new ExampleTunerOneChannel(),
          new FlashinferFusionUnsupported(),
          new ForcedAlgoProto(),
          new GdrdmaAsymmetric(),
          new HighSmallMessageLatency(),
          new IbGidIndex(),
          new IbQueuePairs(),
          new IbRetryCount(),
          new IbTimeout(),
          new InitIncomplete(),
          new KernelNameNotProtocol(),
          new Ll128Disabled(),
          new LogDeduplicated(),
          new LogFlattened(),
          new LogTorn(),
          new LogTruncated(),
          new LowSearchBandwidth(),
          new MixedSettings(),
          new MixedVersions(),
          new ModelVersusMeasured(),
          new NarrowPcieSlot(),
          new NcclBuildTooOldForGpu(),
          new NicError(),
          new NoGdrdma(),
          new NoRdmaSocketOnly(),
          new NvlsOffByEnv(),
          new OneRankCommunicators(),
          new P2pLevelAsNumber(),
          new P2pLevelForcesShm(),
          new P2pOffByEnv(),
          new P2pOffShm(),
          new PartialLog(),
          new PartialNvlink(),
          new PcieClassBandwidth(),
          new ProtoLiftsLl128(),
          new ProtoSyntax(),
          new RanksDivergeAtEnd(),
          new RecordsDropped(),
          new ShmOffByEnv(),
          new SingleRankRun(),
          new SizesUnknown(),
          new SymmetricKernels(),
          new TopologyFallback(),
          new TreeNotTried(),
          new TunerBlockedByEnv(),
          new TunerConfigNeverMatches(),
          new TunerHashDiffers(),
          new TunerNotAsked(),
          new TunerPluginDeclined(),
          new TunerPluginMissing(),
          new TunerRulesUnused(),
          new TurinRingSearch(),
          new VendorAmd(),
          new VersionChanged(),
          new WaitingDominates(),
          new WatchdogFired());

  private Rules() {}

  /** In order of name; each code belongs to one of them. */
  public static List<Rule> all() {
    return ALL;
  }
}
