package dev.ringside.trace;

import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Walks a directory in name order. */
final class InputTree {

  /** Deeper trees than this hold no traces. */
  private static final int DEPTH = 40;

  private final Consumer<Path> files;
  private final Consumer<Loss> losses;
  private final Set<Object> entered = new HashSet<>();

  private InputTree(Consumer<Path> files, Consumer<Loss> losses) {
    this.files = files;
    this.losses = losses;
  }

  /**
   * Gives every file under {@code root}, or {@code root} itself; a directory once, links or not.
   */
  static void walk(Path root, Consumer<Path> files, Consumer<Loss> losses) {
    new InputTree(files, losses).visit(root, 0);
  }

  private void visit(Path path, int depth) {
    if (!Files.isDirectory(path)) {
      files.accept(path);
      return;
    }
    try {
      if (!entered.add(path.toRealPath())) {
        return;
      }
      if (depth > DEPTH) {
        refuse(path, "directories lie more than " + DEPTH + " deep");
        return;
      }
      for (Path child : children(path)) {
        visit(child, depth + 1);
      }
    } catch (IOException e) {
      refuse(path, "cannot list the directory");
    }
  }

  private void refuse(Path path, String why) {
    losses.accept(new Loss("unreadable", Severity.ERROR, path.toString(), -1, why));
  }

  private static List<Path> children(Path directory) throws IOException {
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      entries.forEach(children::add);
    }
    children.sort(null);
    return children;
  }
}
