package dev.ringside.benefit;

import dev.ringside.cost.CostContext;
import dev.ringside.cost.CostTable;
import dev.ringside.cost.EnabledNames;
import dev.ringside.cost.NcclRelease;
import dev.ringside.cost.OneNodeModel;
import dev.ringside.cost.PublishedProfile;
import dev.ringside.summary.Communicator;
import dev.ringside.summary.CommunicatorGroup;
import dev.ringside.summary.CommunicatorId;
import dev.ringside.summary.Notice;
import dev.ringside.summary.Traffic;
import dev.ringside.summary.TransportClass;
import dev.ringside.trace.record.Collective;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** One {@link GroupModel} a communicator, from what the whole trace says. */
final class GroupModels {

  // "Using tuner plugin X" up to 2.27, "Using X (vN)" since; the internal tuner is no plugin.
  private static final Pattern TUNER_IN_FORCE =
      Pattern.compile(
          "Using tuner plugin|Using (?!internal)\\S+ \\(v\\d+\\)"
              + "|Successfully loaded external tuner plugin");

  private final Traffic traffic;
  private final Optional<PublishedProfile> published;
  private final NcclRelease release;
  private final boolean hasForeignTuner;
  private final KernelChoices kernels;
  private final Map<CommunicatorId, Communicator> members = new HashMap<>();
  private final Map<String, GroupModel> models = new HashMap<>();

  GroupModels(Traffic traffic, Optional<PublishedProfile> published) {
    this.traffic = traffic;
    this.published = published;
    this.release =
        traffic.ncclVersions().stream()
            .flatMap(v -> NcclRelease.parse(v).stream())
            .max(NcclRelease::compareTo)
            .orElse(NcclRelease.NEWEST_KNOWN);
    this.hasForeignTuner = traffic.notices().stream().anyMatch(GroupModels::isTunerInForce);
    this.kernels = new KernelChoices(traffic);
    traffic.communicators().forEach(c -> members.put(c.id(), c));
  }

  /** Of a group whose size is known. */
  GroupModel of(CommunicatorGroup group) {
    return models.computeIfAbsent(group.key(), k -> model(group));
  }

  private GroupModel model(CommunicatorGroup group) {
    List<Communicator> sides =
        group.members().stream().filter(members::containsKey).map(members::get).toList();
    int nNodes = nNodes(group);
    CostContext context =
        new CostContext(
            release,
            group.nRanks(),
            nNodes,
            sides.stream().mapToInt(Communicator::collChannels).max().orElse(-1),
            nNodes > 0 ? group.nRanks() / nNodes : -1,
            computeCapability(traffic),
            true);
    return new GroupModel(
        group,
        context,
        new Channels(context, group, sides),
        rebuilt(context, sides),
        hasForeignTuner,
        kernels,
        published);
  }

  /** Such as 90; -1 where no file says it, or files say several. */
  static int computeCapability(Traffic traffic) {
    List<String> said = traffic.host().getOrDefault("compute_capability", List.of());
    return said.size() == 1 && said.get(0).matches("\\d{1,2}\\.\\d")
        ? Integer.parseInt(said.get(0).replace(".", ""))
        : -1;
  }

  /** NCCL's logs do not name the GPU; where nothing else does, a table for each of its kinds. */
  private List<CostTable> rebuilt(CostContext context, List<Communicator> sides) {
    Optional<Communicator> searched =
        sides.stream().filter(c -> !c.patterns().isEmpty()).findFirst();
    if (searched.isEmpty() || searched.get().nvlsChannels() > 0) {
      return List.of();
    }
    Optional<EnabledNames> enabled =
        EnabledNames.parse(
            release, Collective.ALL_REDUCE, variable("NCCL_PROTO"), variable("NCCL_ALGO"));
    return enabled.stream()
        .flatMap(
            e ->
                OneNodeModel.ofAnyGpu(context, searched.get().patterns()).stream()
                    .map(m -> m.table(Collective.ALL_REDUCE, e)))
        .toList();
  }

  private String variable(String name) {
    List<String> values = traffic.environment().getOrDefault(name, List.of());
    return values.isEmpty() ? "" : values.get(0);
  }

  /**
   * Nodes of a group; -1 where the log neither prints the number (NCCL prints it since 2.20) nor
   * shows all ranks on one host without a network between them.
   */
  int nNodes(CommunicatorGroup group) {
    if (group.nNodes() > 0) {
      return group.nNodes();
    }
    Set<String> hosts = new HashSet<>();
    group.members().forEach(m -> hosts.add(m.host()));
    boolean allSeen = group.ranksSeen() == group.nRanks();
    boolean network =
        group.transportClass().isEmpty() || group.transportClass().get() == TransportClass.NET;
    return allSeen && hosts.size() == 1 && !network ? 1 : -1;
  }

  private static boolean isTunerInForce(Notice notice) {
    return notice.kind().equals("TUNER") && TUNER_IN_FORCE.matcher(notice.text()).find();
  }
}
