package dev.ringside.trace;

import dev.ringside.trace.record.Loss;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Files and directories that are read again and again while something writes to them.
 *
 * <pre>{@code
 * FollowedFiles logs = new FollowedFiles(List.of(Path.of("logs")), ReadOptions.DEFAULT);
 * while (isWanted()) {
 *   logs.look(pieces, pieces::forget);
 * }
 * logs.finish(pieces, pieces::forget);
 * }</pre>
 *
 * <p>Of plain text a look reads what was appended since the last one, up to the last line end;
 * other formats it reads whole when they changed. A file that did not change is not opened. After
 * {@link #finish} the sinks have heard what {@link TraceFiles} would have told them of the files as
 * they are then, in other pieces: a source that ended with a line end has no last one.
 */
public final class FollowedFiles {
  private final List<Path> inputs;
  private final ReadOptions options;
  private final Map<String, FollowedFile> files = new TreeMap<>();
  private final Map<String, Loss> refused = new TreeMap<>();

  /**
   * What a look found.
   *
   * @param isChanged whether a sink or the consumer of what is forgotten heard anything
   * @param missing inputs that do not exist now, as they were named
   */
  public record Look(boolean isChanged, List<String> missing) {
    public Look {
      missing = List.copyOf(missing);
    }
  }

  /** What one walk over the inputs met. */
  private record Walk(Set<Path> files, Map<String, Loss> refused, List<String> missing) {}

  /**
   * Follows {@code inputs}; what appears in a directory later belongs to it.
   *
   * @throws IllegalArgumentException where one is standard input, which is read once
   */
  public FollowedFiles(List<Path> inputs, ReadOptions options) {
    if (inputs.contains(TraceFiles.STANDARD_INPUT)) {
      throw new IllegalArgumentException("standard input cannot be read again");
    }
    this.inputs = List.copyOf(inputs);
    this.options = options;
  }

  /**
   * Reads what is new.
   *
   * @param forgotten hears of sources of which nothing holds any more, before they are read again
   */
  public Look look(PieceSinks sinks, Consumer<Forgotten> forgotten) {
    Walk walk = walk();
    boolean isChanged = leave(walk, forgotten);
    isChanged |= refuse(walk.refused, sinks, forgotten);
    ReadTasks tasks = new ReadTasks(options, sinks);
    for (Path file : walk.files) {
      isChanged |=
          files
              .computeIfAbsent(file.toString(), name -> new FollowedFile(file))
              .look(tasks, forgotten);
    }
    tasks.await(walk.missing);
    return new Look(isChanged, walk.missing);
  }

  /** A last look, which takes what has no line end for whole and empty files for inputs. */
  public Look finish(PieceSinks sinks, Consumer<Forgotten> forgotten) {
    Look last = look(sinks, forgotten);
    ReadTasks tasks = new ReadTasks(options, sinks);
    files.values().forEach(f -> f.finish(tasks));
    tasks.await(last.missing);
    return last;
  }

  private Walk walk() {
    Walk walk = new Walk(new HashSet<>(), new TreeMap<>(), new ArrayList<>());
    InputTree tree =
        new InputTree(inputs, walk.files::add, loss -> walk.refused.put(loss.source(), loss));
    for (Path input : inputs) {
      if (Files.notExists(input)) {
        String name = input.toString();
        walk.missing.add(name);
        walk.refused.put(name, TraceFiles.missing(name));
      } else {
        tree.walk(input);
      }
    }
    return walk;
  }

  private boolean leave(Walk walk, Consumer<Forgotten> forgotten) {
    Set<String> there = new HashSet<>();
    walk.files.forEach(f -> there.add(f.toString()));
    List<String> gone = files.keySet().stream().filter(name -> !there.contains(name)).toList();
    boolean isChanged = false;
    for (String name : gone) {
      isChanged |= files.remove(name).forget("it is gone: no longer in the report", forgotten);
    }
    return isChanged;
  }

  private boolean refuse(Map<String, Loss> now, PieceSinks sinks, Consumer<Forgotten> forgotten) {
    if (now.equals(refused)) {
      return false;
    }
    refused.keySet().forEach(name -> forgotten.accept(new Forgotten(name, "")));
    now.values().forEach(loss -> TraceFiles.refuse(sinks, loss));
    refused.clear();
    refused.putAll(now);
    return true;
  }
}
