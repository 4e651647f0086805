package dev.ringside.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import dev.ringside.summary.Interpretation;
import dev.ringside.summary.TraceSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of findings names every rule and every item of the checklist, and no other. */
class FindingsDocumentTest {
  private static final Pattern FIRST_CELL = Pattern.compile("(?m)^\\| `([a-z0-9-]+)` \\|");

  private static String page() throws IOException {
    return Files.readString(Checkout.root().resolve("docs/findings.md"));
  }

  @Test
  void thePageListsEveryCodeAndEveryItem() throws IOException {
    List<String> listed = FIRST_CELL.matcher(page()).results().map(m -> m.group(1)).toList();
    Set<String> expected = new TreeSet<>();
    Rules.all().forEach(r -> expected.add(r.code()));
    Checklist.of(TraceSummary.EMPTY, Interpretation.of(TraceSummary.EMPTY, Optional.empty()))
        .forEach(i -> expected.add(i.name()));
    assertThat(listed).containsExactlyInAnyOrderElementsOf(expected);
  }
}
