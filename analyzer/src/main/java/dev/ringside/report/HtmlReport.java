package dev.ringside.report;

import dev.ringside.report.Html.Cell;
import dev.ringside.report.Html.Column;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The report as one page that needs nothing beside itself: no network, no other file. */
public final class HtmlReport {
  private final Report report;
  private final Map<String, String> charts;
  private final Html html = new Html();

  private HtmlReport(Report report, Map<String, String> charts) {
    this.report = report;
    this.charts = charts;
  }

  /**
   * The whole document.
   *
   * @param charts SVG elements by name, in the order shown
   */
  static String of(Report report, Map<String, String> charts) {
    HtmlReport page = new HtmlReport(report, charts);
    page.document();
    return "<!DOCTYPE html>\n" + page.html;
  }

  private void document() {
    html.open("html", "lang", "en").open("head");
    html.markup("<meta charset=\"utf-8\">\n");
    html.markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.markup("<meta name=\"color-scheme\" content=\"light dark\">\n");
    html.markup("<link rel=\"icon\" href=\"data:,\">\n");
    html.text("title", "ringside: " + report.verdict());
    html.markup("<style>\n" + resource("report.css") + "</style>\n");
    html.close().open("body");
    verdict();
    html.open("main");
    read();
    path();
    sizes();
    charts();
    whatIf();
    batchMix();
    levers();
    findings();
    checklist();
    reproduce();
    html.close();
    html.text("footer", "ringside " + report.version());
    html.markup(
        "<script type=\"application/json\" id=\"what-if-data\">"
            + WhatIfJson.of(report.whatIf(), report.tuner())
            + "</script>\n<script>\n"
            + resource("report.js")
            + "</script>\n");
    html.close().close();
  }

  private void verdict() {
    html.open("header", "class", "verdict " + report.verdict());
    html.open("h1").text("span", report.verdict(), "class", "word").text(" ");
    html.text(report.sentence()).close();
    if (!report.settle().isEmpty()) {
      html.open("p").text("strong", "To settle it: ").text(report.settle()).close();
    }
    html.open("div", "class", "cards");
    report.scenarios().forEach(this::scenario);
    html.close().close();
  }

  private void scenario(Report.Scenario s) {
    html.open("section", "class", "card " + s.verdict());
    html.text("h2", scenarioTitle(s.name()));
    html.open("p").text("span", s.verdict(), "class", "word");
    html.text(s.basis().isEmpty() ? "" : " by " + s.basis() + " measurements").close();
    html.text("p", s.reason() + (s.figures().isEmpty() ? "" : ": " + s.figures()));
    html.open("dl");
    fact("saving of a step", Numbers.percent(s.stepSavingPct()));
    fact("in microseconds", s.savingUsPerStep().isKnown() ? range(s.savingUsPerStep()) : "");
    fact("share without LL128", Numbers.share(s.safeSharePct()));
    fact("to settle it", s.settle());
    html.close().close();
  }

  private static String scenarioTitle(String name) {
    return name.equals("as_allowed") ? "As NCCL allows here" : "With LL128 allowed for AllReduce";
  }

  private static String range(Report.Range r) {
    return Numbers.signed(r.mid())
        + " ("
        + Numbers.signed(r.low())
        + " to "
        + Numbers.signed(r.high())
        + ")";
  }

  private void fact(String name, String value) {
    if (!value.isEmpty() && !value.equals(Numbers.UNKNOWN)) {
      html.text("dt", name).text("dd", value);
    }
  }

  private void section(String id, String title) {
    html.open("section", "id", id, "aria-labelledby", id + "-title");
    html.text("h2", title, "id", id + "-title");
  }

  private void read() {
    section("read", "What was read");
    html.open("dl");
    fact("NCCL", String.join(", ", report.nccl().versions()));
    fact("CUDA", String.join(", ", report.nccl().cuda()));
    fact("model", report.model().name());
    fact("engine", report.model().engine());
    fact("hidden size", fact(report.model().hidden()));
    fact("bytes a token", fact(report.model().bytesPerToken()));
    fact("AllReduces a pass", fact(report.model().callsPerPass()));
    fact("tuner file", report.tuner().name());
    html.close();
    html.table(
        "Inputs",
        List.of(new Column("file", false), new Column("kind", false)),
        report.inputs().stream().map(i -> List.of(Cell.of(i.name()), Cell.of(i.kind()))).toList());
    calibrations();
    communicators();
    losses();
    html.close();
  }

  private static String fact(Report.Fact f) {
    return f.isKnown() ? Numbers.count(f.value()) + " (" + f.basis() + ")" : "";
  }

  private void calibrations() {
    if (!report.calibrations().isEmpty()) {
      html.table(
          "Calibration",
          List.of(
              new Column("file", false),
              new Column("basis", false),
              new Column("choices measured (known from)", false),
              new Column("refused because", false),
              new Column("not checked", false)),
          report.calibrations().stream()
              .map(
                  c ->
                      List.of(
                          Cell.of(c.name()),
                          Cell.of(c.basis()),
                          Cell.of(String.join(", ", c.curves())),
                          Cell.of(c.refused()),
                          Cell.of(String.join(", ", c.notChecked()))))
              .toList());
    }
  }

  private void communicators() {
    html.table(
        "Communicators",
        List.of(
            new Column("id", false),
            new Column("ranks", true),
            new Column("nodes", true),
            new Column("ranks seen", true),
            new Column("slowest path", false)),
        report.communicators().stream()
            .map(
                g ->
                    List.of(
                        Cell.of(g.id()),
                        Cell.of(Numbers.count(g.nRanks()), g.nRanks()),
                        Cell.of(Numbers.count(g.nNodes()), g.nNodes()),
                        Cell.of(Numbers.count(g.ranksSeen()), g.ranksSeen()),
                        Cell.of(g.transport())))
            .toList());
  }

  private void losses() {
    if (!report.losses().isEmpty()) {
      html.table(
          "Not usable",
          List.of(
              new Column("severity", false),
              new Column("file", false),
              new Column("byte", true),
              new Column("what", false)),
          report.losses().stream()
              .map(
                  l ->
                      List.of(
                          Cell.of(l.severity()),
                          Cell.of(l.file()),
                          Cell.of(Numbers.count(l.offset()), (double) l.offset()),
                          Cell.of(l.detail())))
              .toList());
    }
  }

  private void path() {
    section("path", "Is NCCL in the path");
    html.text("p", pathState(), "class", "word");
    list(report.path().evidence());
    html.close();
  }

  private String pathState() {
    return switch (report.path().state()) {
      case "in-path" -> "Yes";
      case "not-in-path" -> "No";
      default ->
          Character.toUpperCase(report.path().state().charAt(0))
              + report.path().state().substring(1).replace('-', ' ');
    };
  }

  private void list(List<String> entries) {
    if (!entries.isEmpty()) {
      html.open("ul");
      entries.forEach(e -> html.text("li", e));
      html.close();
    }
  }

  private void sizes() {
    section("sizes", "AllReduce sizes and what the tuner file does to them");
    if (report.sizes().isEmpty()) {
      html.text("p", "The inputs show none.").close();
      return;
    }
    html.table(sizesCaption(), SizeCells.COLUMNS, SizeCells.of(report.sizes()));
    html.text("p", "Minus is slower. Logged passes are warm-ups and captures, never traffic.");
    String close = CloseChoices.of(report.sizes());
    if (!close.isEmpty()) {
      html.text("p", "Close: " + close + ".");
    }
    html.close();
  }

  private String sizesCaption() {
    List<Integer> ranks = report.sizes().stream().map(Report.Size::nRanks).distinct().toList();
    return ranks.size() == 1 ? "AllReduce sizes of " + ranks.get(0) + " ranks" : "AllReduce sizes";
  }

  private void charts() {
    if (!charts.isEmpty()) {
      section("charts", "Charts");
      charts.forEach((name, svg) -> html.open("figure", "id", "chart-" + name).markup(svg).close());
      html.close();
    }
  }

  private void whatIf() {
    if (!report.whatIf().isEmpty()) {
      section("what-if", "What if");
      html.markup(resource("what-if.html"));
      html.close();
    }
  }

  private void batchMix() {
    if (!report.batchMix().isEmpty()) {
      section("mix", "Batch mix");
      html.table(
          "Share of steps by batch size",
          List.of(new Column("batch", true), new Column("share", true)),
          report.batchMix().stream()
              .map(
                  b ->
                      List.of(
                          Cell.of(Numbers.count(b.batch()), (double) b.batch()),
                          Cell.of(
                              String.format(java.util.Locale.ROOT, "%.1f %%", 100 * b.weight()),
                              b.weight())))
              .toList());
      html.close();
    }
  }

  private void levers() {
    if (!report.levers().isEmpty()) {
      section("levers", "Before or instead of a plugin");
      html.table(
          "Levers, strongest first",
          List.of(
              new Column("lever", false),
              new Column("effect", false),
              new Column("evidence", false),
              new Column("command", false)),
          report.levers().stream()
              .map(
                  l ->
                      List.of(
                          Cell.of(l.code()),
                          Cell.of(l.effect()),
                          Cell.of(l.evidence() + Numbers.best(l)),
                          Cell.of(l.command()).styled("code")))
              .toList());
      html.close();
    }
  }

  private void findings() {
    if (!report.findings().isEmpty()) {
      section("findings", "Findings");
      html.table(
          "Findings, worst first",
          List.of(
              new Column("severity", false),
              new Column("code", false),
              new Column("what", false),
              new Column("remedy", false),
              new Column("place", false)),
          report.findings().stream()
              .map(
                  f ->
                      List.of(
                          Cell.of(f.severity()),
                          Cell.of(f.code()),
                          Cell.of(f.text()),
                          Cell.of(f.remedy()),
                          Cell.of(f.line() < 0 ? f.file() : f.file() + ":" + f.line())))
              .toList());
      html.close();
    }
  }

  private void checklist() {
    if (!report.checklist().isEmpty()) {
      section("checklist", "Checklist");
      html.table(
          "What the inputs confirm, contradict and cannot show",
          List.of(
              new Column("state", false),
              new Column("item", false),
              new Column("evidence", false),
              new Column("what shows it", false)),
          report.checklist().stream()
              .map(
                  i ->
                      List.of(
                          Cell.of(i.state().jsonName()),
                          Cell.of(i.title()),
                          Cell.of(i.evidence()),
                          Cell.of(i.command())))
              .toList());
      html.close();
    }
  }

  private void reproduce() {
    section("reproduce", "How to reproduce");
    html.open("pre").text("code", String.join(" \n", report.reproduce())).close();
    if (!report.tuner().rules().isEmpty()) {
      html.text("h3", "Tuner file");
      html.open("pre").open("code");
      report.tuner().rules().forEach(r -> html.text(r).markup("\n"));
      html.close().close();
    }
    html.close();
  }

  private static String resource(String name) {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from the build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
