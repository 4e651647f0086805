package dev.ringside.sizing;

import dev.ringside.cost.CurveChoice;
import dev.ringside.trace.record.Collective;
import dev.ringside.trace.record.Protocol;
import dev.ringside.tuner.TunerCall;
import dev.ringside.tuner.TunerFile;
import dev.ringside.tuner.ZoneMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A tuner file as captured AllReduces of one tensor-parallel group see it. */
final class FileZones {
  private final Optional<ZoneMap> map;
  private final int tp;

  FileZones(Optional<TunerFile> file, int tp) {
    this.map = file.map(f -> ZoneMap.of(f, tp, 1));
    this.tp = tp;
  }

  /** What the first rule says that is usable; empty where none speaks. */
  Optional<CurveChoice> choice(long bytes, boolean isLl128Allowed) {
    return map.flatMap(
            m ->
                m.firstUsable(
                    TunerCall.allReduce(bytes, tp, true),
                    (algorithm, protocol) -> isLl128Allowed || protocol != Protocol.LL128))
        .map(
            r ->
                new CurveChoice(
                    Optional.of(r.algorithm()),
                    Optional.of(r.protocol()),
                    r.channels() > 0 ? r.channels() : -1));
  }

  /** The zones in batch units, without and with LL128; neighbours of one choice are one zone. */
  List<ZoneStart> inBatches(long bytesPerToken) {
    List<ZoneStart> zones = new ArrayList<>();
    for (boolean ll128 : new boolean[] {false, true}) {
      zones.addAll(inBatches(bytesPerToken, ll128));
    }
    return zones;
  }

  private List<ZoneStart> inBatches(long bytesPerToken, boolean ll128) {
    List<Long> starts = map.map(m -> m.starts(Collective.ALL_REDUCE)).orElse(List.of());
    List<ZoneStart> zones = new ArrayList<>();
    for (int i = 0; i < starts.size(); ) {
      Optional<CurveChoice> choice = choice(starts.get(i), ll128);
      int next = i + 1;
      while (next < starts.size() && choice(starts.get(next), ll128).equals(choice)) {
        next++;
      }
      boolean open = next == starts.size();
      long from = starts.get(i);
      long to = open ? Long.MAX_VALUE : starts.get(next) - 1;
      long first = Math.max(1, (from + bytesPerToken - 1) / bytesPerToken);
      long last = open ? Long.MAX_VALUE : to / bytesPerToken;
      if (last >= first) {
        zones.add(new ZoneStart(tp, ll128, choice, from, to, first, last));
      }
      i = next;
    }
    return zones;
  }
}
