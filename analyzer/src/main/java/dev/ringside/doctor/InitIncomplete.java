package dev.ringside.doctor;

import dev.ringside.summary.Communicator;
import dev.ringside.trace.record.CommunicatorInit;
import dev.ringside.trace.record.Message;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Communicators whose creation began and is not seen to end. */
final class InitIncomplete extends Rule {
  private static final Pattern LAUNCH = Pattern.compile("\\benqueue\\.cc:\\d+");

  InitIncomplete() {
    super("init-incomplete", FindingSeverity.WARNING, Layer.SOFTWARE, "from 2.18.3");
  }

  @Override
  public List<Finding> examine(Observations seen) {
    Set<String> torn = new HashSet<>();
    seen.traffic().losses().stream()
        .filter(l -> LogTorn.isTear(l) || LogTruncated.isCut(l))
        .forEach(l -> torn.add(l.source()));
    List<Communicator> open =
        seen.traffic().communicators().stream()
            .filter(c -> c.started() && !c.completed() && !c.destroyed())
            .filter(c -> !torn.contains(c.id().source()) && !seen.isFolded(c.id().source()))
            .filter(c -> seen.histories().stream().noneMatch(h -> isOf(h, c)))
            .filter(c -> !isLaunching(c, seen))
            .toList();
    if (open.isEmpty()) {
      return List.of();
    }
    String ranks =
        open.stream()
            .map(Communicator::rank)
            .distinct()
            .sorted()
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    return List.of(
        finding(
            place(open.get(0), seen),
            "Ranks began to create a communicator and never completed it in this log (rank "
                + ranks
                + " of "
                + open.get(0).nRanks()
                + "): they wait for peers, or one of them failed before.",
            "Look for the first WARN of any rank and for ranks without an Init START; reach of the"
                + " bootstrap network: NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,BOOTSTRAP,NET and"
                + " NCCL_SOCKET_IFNAME=<interface of all nodes>"));
  }

  private static boolean isOf(CallHistory h, Communicator c) {
    return h.group().equals(c.group())
        && h.rank() == c.rank()
        && h.place().source().equals(c.id().source());
  }

  /**
   * Whether its process has gone further than the log shows: to count its channels, the last thing
   * before it is complete, or to launch collectives, which return codes name the files of.
   */
  private static boolean isLaunching(Communicator c, Observations seen) {
    boolean isCounted = c.collChannels() >= 0;
    return isCounted
        || seen.all(Message.class).stream()
            .filter(m -> m.place().source().equals(c.id().source()))
            .filter(m -> m.where().host().equals(c.id().host()))
            .anyMatch(m -> LAUNCH.matcher(m.record().where() + ' ' + m.record().text()).find());
  }

  private static Place place(Communicator c, Observations seen) {
    return seen.all(CommunicatorInit.class).stream()
        .filter(s -> s.place().source().equals(c.id().source()))
        .filter(s -> s.where().host().equals(c.id().host()) && s.where().pid() == c.id().pid())
        .filter(s -> s.record().rank() == c.rank())
        .map(Sighting::place)
        .findFirst()
        .orElse(new Place(c.id().source(), -1));
  }
}
