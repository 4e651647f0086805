package dev.ringside.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What tells, without opening a file, that nothing was written to it.
 *
 * @param size in bytes; -1 where there is no file
 * @param modifiedNs time of the last write, nanoseconds since 1970
 * @param file what the system tells files apart by, whatever their names; empty where it has none
 */
record FileStamp(
    long size, long modifiedNs, Optional<Object> file, boolean isRegular, boolean isReadable) {

  /** Of what cannot be looked at. */
  static final FileStamp NONE = new FileStamp(-1, -1, Optional.empty(), false, false);

  static FileStamp of(Path path) {
    try {
      BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
      return new FileStamp(
          now.size(),
          now.lastModifiedTime().to(TimeUnit.NANOSECONDS),
          Optional.ofNullable(now.fileKey()),
          now.isRegularFile(),
          Files.isReadable(path));
    } catch (IOException e) {
      return NONE;
    }
  }

  boolean isEmptyFile() {
    return isRegular && size == 0;
  }

  /** Whether another file has taken the name. */
  boolean isReplaced(FileStamp later) {
    return !Objects.equals(file, later.file);
  }
}
