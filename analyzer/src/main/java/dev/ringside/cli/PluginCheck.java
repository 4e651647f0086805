package dev.ringside.cli;

import dev.ringside.tuner.TunerFile;
import dev.ringside.tuner.ZoneMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A plugin's decisions beside the model's, in every version of the API that the plugin has. */
final class PluginCheck {
  private final TunerFile file;
  private final ProbeRun probe;
  private final List<Integer> apis = new ArrayList<>();
  private final List<String> differences = new ArrayList<>();
  private final Map<List<Integer>, ZoneMap> zones = new HashMap<>();
  private int points;
  private boolean isGivenUp; // the plugin crashed or hung too often: other versions would, too

  PluginCheck(TunerFile file, ProbeRun probe) {
    this.file = file;
    this.probe = probe;
  }

  /** Asks about communicators of any shape, with made-up cost tables. */
  void run() throws IOException, InterruptedException {
    for (int api : CheckPoint.APIS) {
      if (!isGivenUp) {
        run(api, new CheckPoints(file, api).points(), Optional.empty());
      }
    }
  }

  /** Asks about communicators that have this cost table. */
  void run(LoggedCosts costs) throws IOException, InterruptedException {
    for (int api : CheckPoint.APIS) {
      if (!isGivenUp) {
        List<CheckPoint> questions =
            new CheckPoints(file, api).points(costs.nRanks(), costs.nNodes());
        run(api, questions, Optional.of(costs));
      }
    }
  }

  private void run(int api, List<CheckPoint> questions, Optional<LoggedCosts> costs)
      throws IOException, InterruptedException {
    Optional<List<PluginDecision>> answers = probe.ask(api, questions, costs);
    if (answers.isEmpty()) {
      return;
    }
    if (!apis.contains(api)) {
      apis.add(api);
    }
    points += questions.size();
    isGivenUp = answers.get().size() < questions.size();
    for (int i = 0; i < questions.size(); i++) {
      CheckPoint question = questions.get(i);
      int open =
          costs
              .map(c -> question.allowed() & c.allowed(question.call().collective()))
              .orElse(question.allowed());
      PluginDecision model = model(question.allowing(open).seenThrough(api));
      String answer = i < answers.get().size() ? answers.get().get(i).toString() : "no answer";
      if (!answer.equals(model.toString())) {
        differences.add(
            "v" + api + " " + question.line() + ": model " + model + ", plugin " + answer);
      }
    }
  }

  private PluginDecision model(CheckPoint question) {
    int nRanks = question.call().nRanks();
    int nNodes = question.call().nNodes();
    ZoneMap map =
        zones.computeIfAbsent(List.of(nRanks, nNodes), k -> ZoneMap.of(file, nRanks, nNodes));
    return PluginDecision.ofModel(map, question);
  }

  /** Versions of the API that the plugin was asked through. */
  List<Integer> apis() {
    return List.copyOf(apis);
  }

  int points() {
    return points;
  }

  List<String> differences() {
    return List.copyOf(differences);
  }
}
