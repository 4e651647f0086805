package dev.ringside;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A package uses only packages above it in this list. */
class PackageArrowsTest {

  private static final List<String> TOP_DOWN =
      List.of(
          "summary",
          "tuner",
          "cost",
          "benefit",
          "sizing",
          "calibrate",
          "doctor",
          "baseline",
          "graph",
          "report",
          "cli");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.ringside");

  @Test
  void noPackageUsesOneBelowIt() {
    for (int i = 0; i < TOP_DOWN.size() - 1; i++) {
      String[] below =
          TOP_DOWN.subList(i + 1, TOP_DOWN.size()).stream()
              .map(PackageArrowsTest::of)
              .toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(of(TOP_DOWN.get(i)))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(below)
          .allowEmptyShould(true)
          .check(CLASSES);
    }
  }

  @Test
  void onlyTheCommandLineReadsTraces() {
    String[] readers = {
      "dev.ringside.trace",
      "dev.ringside.trace.io..",
      "dev.ringside.trace.nccl..",
      "dev.ringside.trace.engine..",
      "dev.ringside.trace.torch..",
      "dev.ringside.trace.profiler..",
      "dev.ringside.trace.nsight..",
      "dev.ringside.trace.host..",
    };
    String bench = "dev.ringside.trace.bench..";
    noClasses()
        .that()
        .resideInAnyPackage(
            of("tuner"), of("cost"), of("benefit"), of("sizing"), of("doctor"), of("report"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(readers)
        .allowEmptyShould(true)
        .check(CLASSES);
    // The others that judge benchmarks put the records of a run together as the readers do.
    noClasses()
        .that()
        .resideInAnyPackage(of("tuner"), of("cost"), of("benefit"), of("sizing"), of("report"))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(bench)
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void onlyTheCommandLinePrints() {
    noClasses()
        .that()
        .resideOutsideOfPackage(of("cli"))
        .and()
        .resideInAPackage("dev.ringside..")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(CLASSES);
  }

  private static String of(String name) {
    return "dev.ringside." + name + "..";
  }
}
