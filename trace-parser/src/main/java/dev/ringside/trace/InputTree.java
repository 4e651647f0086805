package dev.ringside.trace;

import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Severity;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Walks directories in name order. What lies in them is opened only if it is a regular file; a link
 * is not followed: inside the inputs what it leads to is met by itself, and outside of them nothing
 * is read that nobody named.
 */
final class InputTree {

  /** Deeper trees than this hold no traces. */
  private static final int DEPTH = 40;

  private final List<Path> roots;
  private final Consumer<Path> files;
  private final Consumer<Loss> losses;
  private final Set<Path> named = new HashSet<>();
  private final Set<Path> entered = new HashSet<>();

  /** Over inputs that all exist. */
  InputTree(List<Path> inputs, Consumer<Path> files, Consumer<Loss> losses) {
    this.files = files;
    this.losses = losses;
    this.roots = inputs.stream().map(InputTree::real).toList();
  }

  /** Gives every file under {@code root}, or {@code root} itself; each once, however named. */
  void walk(Path root) {
    Path real = real(root);
    if (Files.isDirectory(root)) {
      directory(root, real, 0);
    } else if (named.add(real)) {
      files.accept(root);
    }
  }

  private void directory(Path path, Path real, int depth) {
    if (!entered.add(real)) {
      return;
    }
    if (depth > DEPTH) {
      refuse("unreadable", path, "directories lie more than " + DEPTH + " deep");
      return;
    }
    try {
      for (Path child : children(path)) {
        child(child, depth + 1);
      }
    } catch (IOException e) {
      refuse("unreadable", path, "cannot list the directory");
    }
  }

  private void child(Path path, int depth) {
    if (Files.isSymbolicLink(path)) {
      link(path);
    } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      directory(path, real(path), depth);
    } else if (Files.exists(path) && !Files.isRegularFile(path)) {
      refuse("not-a-file", path, "a pipe, socket or device in a directory: not opened");
    } else if (roots.size() == 1 || !isNamed(path)) {
      files.accept(path);
    }
  }

  private void link(Path path) {
    Path real = real(path);
    if (!Files.exists(path)) {
      refuse("unreadable", path, "a link that leads nowhere");
    } else if (roots.stream().noneMatch(real::startsWith)) {
      refuse("link-outside", path, "a link to " + real + ", outside of the inputs: not read");
    }
  }

  private boolean isNamed(Path path) {
    Path real = real(path);
    return roots.contains(real) && !named.add(real);
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.toAbsolutePath().normalize(); // whoever opens it says what is wrong
    }
  }

  private void refuse(String name, Path path, String why) {
    losses.accept(new Loss(name, Severity.ERROR, path.toString(), -1, why));
  }

  private static List<Path> children(Path directory) throws IOException {
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      entries.forEach(children::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    children.sort(null);
    return children;
  }
}
