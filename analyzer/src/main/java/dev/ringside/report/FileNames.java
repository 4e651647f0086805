package dev.ringside.report;

import java.util.List;

/** Many files in few words. */
public final class FileNames {
  private FileNames() {}

  /** The file, or how many of which folder. */
  public static String summary(List<String> files) {
    if (files.size() == 1) {
      return files.get(0);
    }
    String first = files.isEmpty() ? "" : files.get(0);
    String folder = first.substring(0, first.lastIndexOf('/') + 1);
    boolean isOneFolder = files.stream().allMatch(f -> f.startsWith(folder));
    return files.size() + " files" + (isOneFolder && !folder.isEmpty() ? " of " + folder : "");
  }
}
