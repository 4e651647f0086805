package dev.ringside.trace;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Readers know records and input, and nothing of each other or of what is concluded from them. */
class ReaderArrowsTest {

  private static final List<String> READERS =
      List.of("nccl", "engine", "torch", "profiler", "nsight", "bench", "host");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.ringside.trace");

  @Test
  void nothingHereUsesTheAnalyzer() {
    noClasses()
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe(
                "belong to the analyzer",
                c ->
                    c.getPackageName().startsWith("dev.ringside.")
                        && !c.getPackageName().startsWith("dev.ringside.trace")))
        .check(CLASSES);
  }

  @Test
  void recordsKnowNoFormat() {
    noClasses()
        .that()
        .resideInAPackage("dev.ringside.trace.record..")
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe(
                "read",
                c ->
                    c.getPackageName().startsWith("dev.ringside.trace")
                        && !c.getPackageName().startsWith("dev.ringside.trace.record")))
        .check(CLASSES);
  }

  @Test
  void readersUseRecordsAndInputAlone() {
    for (String reader : READERS) {
      String own = "dev.ringside.trace." + reader;
      noClasses()
          .that()
          .resideInAPackage(own + "..")
          .should()
          .dependOnClassesThat(
              DescribedPredicate.describe(
                  "belong to another reader or to the entry",
                  c ->
                      c.getPackageName().equals("dev.ringside.trace")
                          || READERS.stream()
                              .filter(r -> !r.equals(reader))
                              .anyMatch(
                                  r -> c.getPackageName().startsWith("dev.ringside.trace." + r))))
          .allowEmptyShould(true)
          .check(CLASSES);
    }
  }

  @Test
  void onlyTheEntryKnowsTheReaders() {
    for (String reader : READERS) {
      String own = "dev.ringside.trace." + reader + "..";
      classes()
          .that()
          .resideInAPackage(own)
          .should()
          .onlyHaveDependentClassesThat()
          .resideInAnyPackage("dev.ringside.trace", own)
          .allowEmptyShould(true)
          .check(CLASSES);
    }
  }
}
