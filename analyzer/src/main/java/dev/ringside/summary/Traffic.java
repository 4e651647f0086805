package dev.ringside.summary;

import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Source;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run communicates, concluded from its summary: the input of every prediction.
 *
 * @param sources the inputs, with what each is
 * @param ncclVersions in order of number
 * @param cudaVersions in order of number
 * @param engines serving engines that wrote lines
 * @param environment values by variable; more than one where processes differ
 * @param host what files say of the machine by key ({@code gpu}, {@code compute_capability}); more
 *     than one value where they differ
 * @param communicators one rank's side each, in order of id
 * @param groups the same communicators joined over their ranks
 * @param rows messages by communicator, operation, type, size and phase
 * @param kernels communication kernels that profilers recorded, replayed ones without sizes
 * @param graphSteps replayed steps that profilers timed
 * @param bytesPerToken message size of one token in the decode rows
 * @param barriers AllReduces of one element, left out as barriers and as first calls that warm a
 *     communicator up, all ranks together
 * @param unattributedChoices tuning lines that no message size could be tied to: no call fits,
 *     calls of several communicators do, or the choice was made for a group of calls
 * @param notices warnings and other lines that findings rest on
 * @param losses what could not be used
 */
public record Traffic(
    List<Source> sources,
    List<String> ncclVersions,
    List<String> cudaVersions,
    List<EngineFacts> engines,
    Map<String, List<String>> environment,
    Map<String, List<String>> host,
    List<Communicator> communicators,
    List<CommunicatorGroup> groups,
    List<MessageRow> rows,
    List<KernelRuns> kernels,
    List<GraphStep> graphSteps,
    Optional<Figure> bytesPerToken,
    long barriers,
    long unattributedChoices,
    List<Notice> notices,
    List<Loss> losses) {

  public Traffic {
    sources = List.copyOf(sources);
    ncclVersions = List.copyOf(ncclVersions);
    cudaVersions = List.copyOf(cudaVersions);
    engines = List.copyOf(engines);
    communicators = List.copyOf(communicators);
    groups = List.copyOf(groups);
    rows = List.copyOf(rows);
    graphSteps = List.copyOf(graphSteps);
    notices = List.copyOf(notices);
    losses = List.copyOf(losses);
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
  }

  /** The group of a row. */
  public CommunicatorGroup group(MessageRow row) {
    return groups.stream()
        .filter(g -> g.key().equals(row.group()))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no group " + row.group()));
  }

  /** The same run with other messages. */
  public Traffic withRows(List<MessageRow> others) {
    return new Traffic(
        sources,
        ncclVersions,
        cudaVersions,
        engines,
        environment,
        host,
        communicators,
        groups,
        others,
        kernels,
        graphSteps,
        bytesPerToken,
        barriers,
        unattributedChoices,
        notices,
        losses);
  }
}
