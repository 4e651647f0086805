package dev.ringside.fleet;

import dev.ringside.trace.StoredSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.security.AccessControlException;

/** Where logs lie and results go: whatever Hadoop has a file system for (file, hdfs, s3a, gs). */
final class LogStore {
  private final Configuration configuration;

  LogStore(Configuration configuration) {
    this.configuration = configuration;
  }

  /**
   * All files of {@code input}, a file or a folder, in order of name; each as one split.
   *
   * @throws FileNotFoundException where there is none
   */
  List<Split> logs(String input) throws IOException {
    Path named = new Path(input);
    FileSystem store = named.getFileSystem(configuration);
    FileStatus root = store.getFileStatus(named);
    String base = root.getPath().toUri().getPath();
    List<Split> logs = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> files = store.listFiles(named, true);
    while (files.hasNext()) {
      LocatedFileStatus file = files.next();
      // As ringside names a file of a folder: the folder as it was given, then the rest.
      String rest = file.getPath().toUri().getPath().substring(base.length());
      String name = withoutSlash(input) + rest;
      logs.add(new Split(name, file.getPath().toString(), file.getLen(), 0, file.getLen()));
    }
    logs.sort(Comparator.comparing(Split::name));
    return logs;
  }

  private static String withoutSlash(String input) {
    return input.length() > 1 && input.endsWith("/")
        ? input.substring(0, input.length() - 1)
        : input;
  }

  StoredSource source(Split log) {
    Path path = new Path(log.path());
    return new StoredSource(log.name(), log.size(), at -> open(path, at));
  }

  /** What is not there or not allowed is a loss of the report; anything else may work next time. */
  private InputStream open(Path path, long at) throws IOException {
    try {
      FSDataInputStream in = path.getFileSystem(configuration).open(path);
      in.seek(at);
      return new RetriedStream(in);
    } catch (FileNotFoundException | AccessControlException e) {
      throw e;
    } catch (IOException e) {
      throw new StoreFailure(path.toString(), e);
    }
  }

  /** Replaces a file of {@code folder} once the new one is whole; for a moment there is none. */
  Path write(String folder, String name, Content content) throws IOException {
    Path whole = new Path(folder, name);
    Path aside = new Path(folder, "." + name + ".part");
    FileSystem store = whole.getFileSystem(configuration);
    store.setWriteChecksum(false);
    try (OutputStream out = store.create(aside, true)) {
      content.writeTo(out);
    }
    store.delete(whole, false);
    if (!store.rename(aside, whole)) {
      throw new IOException(whole + ": cannot be put in place of the old one");
    }
    return store.makeQualified(whole);
  }

  /** Writes what a file holds. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }
}
