package dev.ringside.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.exc.JacksonIOException;

/**
 * Files that belong together, each written beside its name; {@link #moveAll} puts them in place.
 * Where one of them cannot be written, or the process is told to end, those that were there before
 * stay as they were and nothing else is left behind.
 *
 * <pre>{@code
 * try (WholeFiles files = WholeFiles.in(directory)) {
 *   files.writeText("notes.txt", "all of it");
 *   List<Path> written = files.moveAll();
 * }
 * }</pre>
 */
public final class WholeFiles implements AutoCloseable {
  private final Path directory;
  private final boolean isNew;
  private final Map<Path, Path> asideOf = new LinkedHashMap<>();
  private final Thread atExit = new Thread(this::drop, "drop-unfinished-files");
  private boolean isEnded;

  private WholeFiles(Path directory, boolean isNew) {
    this.directory = directory;
    this.isNew = isNew;
  }

  /** Writes what a file holds. */
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Of a folder that is made where it does not exist. */
  public static WholeFiles in(Path directory) throws IOException {
    boolean isNew = Files.notExists(directory);
    Files.createDirectories(directory);
    WholeFiles files = new WholeFiles(directory, isNew);
    Runtime.getRuntime().addShutdownHook(files.atExit);
    return files;
  }

  /** A file alone, in a folder that exists or is made. */
  public static void replace(Path file, Content content) throws IOException {
    try (WholeFiles files = in(file.toAbsolutePath().getParent())) {
      files.write(file.getFileName().toString(), content);
      files.moveAll();
    }
  }

  /**
   * Writes a file beside its name.
   *
   * @throws FileSystemException that names the file, where it cannot be written to its end
   */
  public void write(String name, Content content) throws IOException {
    Path whole = target(directory.resolve(name));
    try (OutputStream out = open(whole)) {
      content.writeTo(out);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException | JacksonIOException e) {
      FileSystemException named = new FileSystemException(whole.toString(), null, e.getMessage());
      named.initCause(e);
      throw named;
    }
  }

  /** A link stays, what it leads to is replaced. */
  private static Path target(Path file) throws IOException {
    return Files.isSymbolicLink(file) && Files.exists(file) ? file.toRealPath() : file;
  }

  private synchronized OutputStream open(Path whole) throws IOException {
    checkRunning(whole);
    if (Files.exists(whole) && !Files.isRegularFile(whole) && !Files.isDirectory(whole)) {
      return Files.newOutputStream(whole); // a device or a pipe takes what it gets
    }
    // Not a temporary file of Java's: those are readable by their owner alone, and stay so.
    String part = "." + whole.getFileName() + "." + ProcessHandle.current().pid() + ".part";
    Path aside = whole.resolveSibling(part);
    asideOf.put(whole, aside);
    return Files.newOutputStream(aside);
  }

  /** What is written while the process ends is dropped already. */
  private void checkRunning(Path whole) throws FileSystemException {
    if (isEnded) {
      throw new FileSystemException(whole.toString(), null, "not written: interrupted");
    }
  }

  public void writeText(String name, String text) throws IOException {
    write(name, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Puts everything written so far in place.
   *
   * @return the files, in the order written
   */
  public synchronized List<Path> moveAll() throws IOException {
    checkRunning(directory);
    List<Path> moved = new ArrayList<>();
    for (Map.Entry<Path, Path> file : asideOf.entrySet()) {
      Files.move(file.getValue(), file.getKey(), StandardCopyOption.REPLACE_EXISTING);
      moved.add(file.getKey());
    }
    asideOf.clear();
    return moved;
  }

  /** Drops what was not moved. */
  @Override
  public void close() {
    drop();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      return; // the process is ending: the hook has run or finds nothing to do
    }
  }

  private synchronized void drop() {
    isEnded = true;
    asideOf.values().forEach(aside -> aside.toFile().delete());
    asideOf.clear();
    if (isNew) {
      directory.toFile().delete(); // goes only where it is empty
    }
  }
}
