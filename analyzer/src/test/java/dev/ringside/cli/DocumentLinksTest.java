package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between the documents lead somewhere. */
class DocumentLinksTest {
  private static final Path ROOT = Checkout.root();
  private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");

  /** Sources stand in a few folders; what a build makes is no document. */
  private static final List<String> FOLDERS = List.of("docs", "samples", "plugin-native");

  @Test
  void everyRelativeLinkResolves() throws IOException {
    List<String> dead = new ArrayList<>();
    for (Path document : documents()) {
      Matcher m = LINK.matcher(FENCED.matcher(Files.readString(document)).replaceAll(""));
      while (m.find()) {
        if (!m.group(1).contains("://") && !leadsSomewhere(document, m.group(1))) {
          dead.add(ROOT.relativize(document) + ": " + m.group(1));
        }
      }
    }
    assertThat(dead).isEmpty();
  }

  private static boolean leadsSomewhere(Path document, String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]);
    return Files.exists(target) && (parts.length == 1 || anchors(target).contains(parts[1]));
  }

  /** Headings as web views of Markdown name them. */
  private static Set<String> anchors(Path document) throws IOException {
    return HEADING
        .matcher(FENCED.matcher(Files.readString(document)).replaceAll(""))
        .results()
        .map(r -> r.group(1).strip().toLowerCase(Locale.ROOT))
        .map(t -> t.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  private static List<Path> documents() throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> top = Files.list(ROOT)) {
      top.filter(DocumentLinksTest::isDocument).forEach(found::add);
    }
    for (String folder : FOLDERS) {
      try (Stream<Path> all = Files.walk(ROOT.resolve(folder), 3)) {
        all.filter(DocumentLinksTest::isDocument).forEach(found::add);
      }
    }
    return found;
  }

  private static boolean isDocument(Path path) {
    return path.toString().endsWith(".md");
  }
}
