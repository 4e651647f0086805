package dev.ringside.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringside.Checkout;
import dev.ringside.benefit.Choice;
import dev.ringside.benefit.PredictionInput;
import dev.ringside.benefit.Predictor;
import dev.ringside.benefit.Scenario;
import dev.ringside.benefit.SizeOutcome;
import dev.ringside.benefit.SizeRow;
import dev.ringside.calibrate.Calibration;
import dev.ringside.calibrate.SweepCollector;
import dev.ringside.cost.CurveSet;
import dev.ringside.cost.Interval;
import dev.ringside.cost.PublishedProfile;
import dev.ringside.summary.Interpretation;
import dev.ringside.summary.SummaryPieces;
import dev.ringside.summary.Traffic;
import dev.ringside.trace.ReadOptions;
import dev.ringside.trace.TraceFiles;
import dev.ringside.tuner.TunerFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;

/** Opens reports of the samples in headless Chromium, from their files, and uses them. */
class ReportPageIT {
  private static final Path ROOT = Checkout.root();
  private static final Path SHOTS = Path.of("target/screenshots");
  private static final int POINTS = 200;

  private static ChromeDriver browser;

  /** What is reported on. */
  enum Sample {
    STEP("h200-tp2-shm/log", "h200-tp2-shm/step", ""),
    ISOLATED("h200-tp2-shm/log", "h200-tp2-shm/sweep", TunerFile.EPYC_TURIN),
    PUBLISHED("qwen3.5-397b-tp4/log", "", TunerFile.EPYC_TURIN);

    private final String log;
    private final String sweeps;
    private final String tuner;

    Sample(String log, String sweeps, String tuner) {
      this.log = log;
      this.sweeps = sweeps;
      this.tuner = tuner;
    }
  }

  @BeforeAll
  static void start() throws IOException {
    Path chromium = Path.of("/usr/bin/chromium");
    Path driver = Path.of("/usr/bin/chromedriver");
    assumeTrue(
        Files.exists(chromium) && Files.exists(driver), "no chromium and chromium-driver here");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.toFile());
    options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars");
    options.setCapability("goog:loggingPrefs", Map.of(LogType.BROWSER, "ALL"));
    browser =
        new ChromeDriver(
            new ChromeDriverService.Builder().usingDriverExecutable(driver.toFile()).build(),
            options);
    Files.createDirectories(SHOTS);
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.quit();
    }
  }

  /** Made once: each batch size is predicted under each choice. */
  private static final Map<Sample, PredictionInput> INPUTS = new EnumMap<>(Sample.class);

  private static final Map<Sample, Path> PAGES = new EnumMap<>(Sample.class);

  private static PredictionInput input(Sample sample) throws IOException {
    if (!INPUTS.containsKey(sample)) {
      INPUTS.put(sample, read(sample));
    }
    return INPUTS.get(sample);
  }

  private static PredictionInput read(Sample sample) throws IOException {
    SummaryPieces pieces = new SummaryPieces();
    TraceFiles.read(
        List.of(ROOT.resolve("samples").resolve(sample.log)), ReadOptions.DEFAULT, pieces);
    Traffic traffic = Interpretation.of(pieces.summary(), Optional.empty());
    List<CurveSet> curves = List.of();
    if (!sample.sweeps.isEmpty()) {
      SweepCollector sweeps = new SweepCollector();
      TraceFiles.read(
          List.of(ROOT.resolve("samples").resolve(sample.sweeps)), ReadOptions.DEFAULT, sweeps);
      curves = sweeps.sweeps(Map.of()).curves();
    }
    TunerFile tuner =
        sample.tuner.isEmpty()
            ? Calibration.of(curves).tunerFile("calibrated optimum")
            : TunerFile.builtin(sample.tuner);
    Optional<PublishedProfile> published =
        sample == Sample.PUBLISHED
            ? Optional.of(PublishedProfile.named(PublishedProfile.EPYC_TURIN))
            : Optional.empty();
    return new PredictionInput(traffic, Optional.of(tuner), curves, published, Optional.empty());
  }

  private static Path page(Sample sample) throws IOException {
    if (!PAGES.containsKey(sample)) {
      PAGES.put(sample, write(sample, input(sample)));
    }
    return PAGES.get(sample);
  }

  private static Path write(Sample sample, PredictionInput input) throws IOException {
    Report report =
        ReportAssembler.assembleForPage(
            new ReportInput(
                input.traffic().sources(),
                input,
                Predictor.predict(input),
                List.of(),
                List.of(),
                List.of("ringside report"),
                "test"));
    Path dir = SHOTS.resolve(sample.name().toLowerCase(java.util.Locale.ROOT));
    ReportDirectory.write(report, dir);
    return dir.resolve("report.html").toAbsolutePath();
  }

  private static void open(Path page, int width) {
    browser.manage().window().setSize(new Dimension(width, 900));
    browser.get(page.toUri().toString());
  }

  private static void theme(String scheme) {
    browser.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  private static void narrow(int width) {
    browser.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 800, "deviceScaleFactor", 1, "mobile", false));
  }

  private static void wide() {
    browser.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
  }

  private static void shoot(String name) throws IOException {
    Object shot =
        browser
            .executeCdpCommand(
                "Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true))
            .get("data");
    Files.write(
        SHOTS.resolve(name + ".png"), java.util.Base64.getDecoder().decode(shot.toString()));
  }

  private static void assertThatNothingWasLogged() {
    assertThat(browser.manage().logs().get(LogType.BROWSER).getAll()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void aReportOpensSortsAndLogsNothing(Sample sample) throws IOException {
    Path page = page(sample);
    for (String scheme : List.of("light", "dark")) {
      theme(scheme);
      wide();
      open(page, 1280);
      shoot(sample + "-wide-" + scheme);
      narrow(360);
      assertThat((Long) browser.executeScript("return document.documentElement.scrollWidth"))
          .as("no sideways scrolling of the page at 360 px")
          .isLessThanOrEqualTo(360L);
      shoot(sample + "-narrow-" + scheme);
    }
    wide();
    open(page, 1280);
    sortBySize();
    assertThatNothingWasLogged();
  }

  /** By the mouse and by the keyboard. */
  private static void sortBySize() {
    WebElement table = browser.findElement(By.cssSelector("#sizes table"));
    List<WebElement> titles = table.findElements(By.cssSelector("thead button"));
    int size = titles.stream().map(WebElement::getText).toList().indexOf("size");
    WebElement title = titles.get(size);
    title.click();
    assertThat(column(table, size)).isSorted();
    title.sendKeys(Keys.ENTER);
    assertThat(column(table, size)).isSortedAccordingTo(java.util.Comparator.reverseOrder());
    assertThat(title.findElement(By.xpath("..")).getDomAttribute("aria-sort"))
        .isEqualTo("descending");
  }

  private static List<Double> column(WebElement table, int column) {
    return table.findElements(By.cssSelector("tbody tr")).stream()
        .map(r -> r.findElements(By.tagName("td")).get(column).getDomAttribute("data-key"))
        .map(Double::valueOf)
        .toList();
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void thePanelSaysWhatTheModelSays(Sample sample) throws IOException {
    PredictionInput input = input(sample);
    open(page(sample), 1280);
    Hypothetical model = new Hypothetical(input, Hypothetical.templates(input.traffic()).get(0));
    long bytesPerToken = input.traffic().bytesPerToken().orElseThrow().value();
    Random random = new Random(sample.ordinal());
    long last =
        (Long)
            browser.executeScript(
                "return JSON.parse(document.getElementById('what-if-data').textContent)"
                    + ".groups[0].batches.at(-1).batch");
    for (int i = 0; i < POINTS; i++) {
      TunerFile zones = random(random);
      long batch = 1L + random.nextInt((int) last);
      SizeRow row = model.predict(List.of(batch * bytesPerToken), zones).get(0);
      for (Scenario scenario : Scenario.values()) {
        assertThatPanelAgrees(row, row.outcome(scenario), scenario, zones, batch);
      }
    }
    assertThatNothingWasLogged();
  }

  @SuppressWarnings("unchecked")
  private static void assertThatPanelAgrees(
      SizeRow row, SizeOutcome expected, Scenario scenario, TunerFile zones, long batch) {
    Map<String, Object> answer =
        (Map<String, Object>)
            browser.executeScript(
                "const g = JSON.parse(document.getElementById('what-if-data').textContent).groups[0];"
                    + "return ringside.evaluate(g, arguments[0], ringside.parseRules(arguments[1]),"
                    + " arguments[2], g.calls_per_pass)",
                scenario.jsonName(),
                text(zones),
                batch);
    String where = scenario + " batch " + batch + "\n" + text(zones);
    assertThat(answer.get("choice"))
        .as(where)
        .isEqualTo(expected.choice().map(ReportPageIT::name).orElse(null));
    assertThat(answer.get("own")).isEqualTo(row.own().map(o -> name(o.choice())).orElse(null));
    assertThatEqual(answer.get("us"), expected.savingUs(), where);
    if (expected.differs()) {
      assertThatEqual(answer.get("pct"), expected.stepSavingPct(), where);
    }
  }

  private static void assertThatEqual(Object numbers, Optional<Interval> expected, String where) {
    if (expected.isEmpty()) {
      assertThat(numbers).as(where).isNull();
      return;
    }
    List<Double> found = ((List<?>) numbers).stream().map(n -> ((Number) n).doubleValue()).toList();
    Interval e = expected.get();
    double[] wanted = {e.low(), e.mid(), e.high()};
    for (int i = 0; i < wanted.length; i++) {
      assertThat(found.get(i))
          .as(where)
          .isCloseTo(wanted[i], org.assertj.core.data.Offset.offset(1e-4));
    }
  }

  private static String name(Choice c) {
    return c.algorithm().ncclName() + "/" + c.protocol().ncclName();
  }

  private static String text(TunerFile zones) {
    StringBuilder text = new StringBuilder();
    try {
      zones.write(text, List.of("random zones"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return text.toString();
  }

  /** A few rules, some for other communicators, some for what NCCL forbids here. */
  private static TunerFile random(Random random) {
    List<String> lines = new ArrayList<>();
    IntStream.rangeClosed(1, 1 + random.nextInt(5))
        .forEach(
            i -> {
              long from = random.nextInt(1 << 20);
              long to = random.nextInt(4) == 0 ? Long.MAX_VALUE : from + random.nextInt(1 << 20);
              lines.add(
                  String.join(
                      ",",
                      pick(random, "allreduce", "allreduce", "allreduce", "allgather"),
                      Long.toString(random.nextInt(3) == 0 ? 0 : from),
                      Long.toString(to),
                      pick(random, "ring", "ring", "tree"),
                      pick(random, "ll", "ll128", "simple"),
                      "-1",
                      pick(random, "-1", "1", "1", "2"),
                      pick(random, "-1", "2", "4"),
                      pick(random, "-1", "1", "2"),
                      pick(random, "-1", "1", "0")));
            });
    try {
      return TunerFile.parse(
          new ByteArrayInputStream(String.join("\n", lines).getBytes(StandardCharsets.UTF_8)),
          "random");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String pick(Random random, String... of) {
    return of[random.nextInt(of.length)];
  }

  @Test
  void thePanelFollowsWhatIsTypedAndSaysWhatIsWrong() throws IOException {
    open(page(Sample.STEP), 1280);
    WebElement zones = browser.findElement(By.id("wi-zones"));
    zones.clear();
    zones.sendKeys("allreduce,0,9223372036854775807,ring,simple,-1,1,2");
    WebElement batch = browser.findElement(By.id("wi-batch"));
    batch.clear();
    batch.sendKeys("8");

    assertThat(result())
        .hasSize(2)
        .allSatisfy(r -> assertThat(r).contains("Ring/LL", "Ring/Simple", "-"));
    zones.sendKeys("\nallreduce,0,1,ring,ll12,-1,1,2");
    assertThat(browser.findElement(By.id("wi-error")).getText())
        .isEqualTo("line 2: unknown protocol \"ll12\" (ll, ll128, simple)");
    browser.findElement(By.cssSelector("#what-if-form button[type=reset]")).click();
    assertThat(browser.findElement(By.id("wi-error")).getText()).isEmpty();
    assertThat(batch.getDomProperty("value")).isEqualTo("64");
    assertThatNothingWasLogged();
  }

  private static List<String> result() {
    return browser.findElements(By.cssSelector("#wi-result tr")).stream()
        .map(WebElement::getText)
        .toList();
  }

  @Test
  void everythingThatCanBeUsedHasANameAndIsReachable() throws IOException {
    open(page(Sample.STEP), 1280);

    assertThat(
            browser.executeScript(
                "return [...document.querySelectorAll('input,select,textarea')]"
                    + ".filter(e => !e.labels || e.labels.length === 0).length"))
        .isEqualTo(0L);
    assertThat(
            browser.executeScript(
                "return [...document.querySelectorAll('svg')].filter(s => !s.getAttribute('aria-label')).length"))
        .isEqualTo(0L);
    assertThat(
            browser.executeScript(
                "return [...document.querySelectorAll('button,input,select,textarea,.scroll')]"
                    + ".filter(e => e.tabIndex < 0).length"))
        .isEqualTo(0L);
    assertThat(browser.executeScript("return document.querySelectorAll('h1').length"))
        .isEqualTo(1L);
    assertThat(requests()).as("no network").allSatisfy(u -> assertThat(u).startsWith("data:"));
  }

  private static Stream<String> requests() {
    List<?> entries =
        (List<?>)
            browser.executeScript(
                "return performance.getEntriesByType('resource').map(e => e.name)");
    return entries.stream().map(Object::toString);
  }

  @Test
  void textHasEnoughContrastInBothThemes() throws IOException {
    Path page = page(Sample.STEP);
    for (String scheme : List.of("light", "dark")) {
      theme(scheme);
      open(page, 1280);
      List<?> faint = (List<?>) browser.executeScript(CONTRAST);
      assertThat(faint).as(scheme).isEmpty();
    }
  }

  /** Elements with text of their own below 4.5 : 1 (WCAG 2.1, 1.4.3). */
  private static final String CONTRAST =
      """
      const rgb = c => c.match(/[\\d.]+/g).map(Number);
      const lum = ([r, g, b]) => [r, g, b].map(v => v / 255)
        .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
      const back = e => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor);
        if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
      return [...document.querySelectorAll('body *')]
        .filter(e => !e.closest('svg,script,style') && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
        .map(e => { const a = lum(rgb(getComputedStyle(e).color)), b = lum(back(e));
          return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.textContent.trim().slice(0, 40)]; })
        .filter(([ratio]) => ratio < 4.5);
      """;
}
