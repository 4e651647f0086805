package dev.ringside.report;

import dev.ringside.report.Style.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The report as one screen of a terminal: verdict first, then what it rests on. */
public final class TextReport {
  private static final int LEVERS_SHOWN = 4;
  private static final int FINDINGS_SHOWN = 6;
  private static final int LABEL = 11;
  // Lines behind the first stand further in.
  private static final int BULLET = 4;

  private final Report report;
  private final Style style;
  private final List<String> lines = new ArrayList<>();

  private TextReport(Report report, Style style) {
    this.report = report;
    this.style = style;
  }

  /** Lines without their ends, for a terminal of this style. */
  public static List<String> lines(Report report, Style style) {
    TextReport text = new TextReport(report, style);
    text.verdict();
    text.facts();
    text.decode();
    text.eager();
    text.levers();
    text.findings();
    text.losses();
    return text.lines;
  }

  private void verdict() {
    String word = report.verdict().toUpperCase(java.util.Locale.ROOT);
    List<String> sentence = Wrap.at(word + "  " + Plain.line(report.sentence()), style.width());
    lines.add(
        style.mark(verdictMark(report.verdict()), word) + sentence.get(0).substring(word.length()));
    lines.addAll(sentence.subList(1, sentence.size()));
    for (Report.Scenario s : report.scenarios()) {
      labelled(
          s.name().equals("as_allowed") ? "as allowed" : "LL128 on",
          s.verdict()
              + FactLines.basisInBrackets(s.basis())
              + ": "
              + s.reason()
              + (s.figures().isEmpty() ? "" : ": " + s.figures()));
    }
    labelled("LL128 safe", safety());
    labelled("to settle", report.settle());
  }

  /** Whether the part of a gain that needs LL128 can be had; empty where there is no such part. */
  private String safety() {
    Optional<Report.Finding> checked =
        report.findings().stream()
            .filter(f -> f.code().startsWith(ValidationFinding.CODE))
            .findFirst();
    boolean isWanted =
        report.scenarios().stream()
            .anyMatch(
                s ->
                    s.name().equals("ll128_allowed")
                        && s.verdict().equals("helps")
                        && !(s.safeSharePct() >= 100));
    return checked
        .map(Report.Finding::text)
        .orElse(isWanted ? "not checked on this host: see 'ringside validate'" : "");
  }

  private static Mark verdictMark(String verdict) {
    return switch (verdict) {
      case "helps" -> Mark.GOOD;
      case "hurts" -> Mark.BAD;
      case "cannot-tell", "depends" -> Mark.CAUTION;
      default -> Mark.BOLD;
    };
  }

  private void facts() {
    lines.add("");
    FactLines.of(report).forEach(this::labelled);
  }

  private void decode() {
    List<Report.Size> sizes = report.sizes().stream().filter(Report.Size::isDecode).toList();
    if (sizes.isEmpty()) {
      return;
    }
    lines.add("");
    SizeTable table = new SizeTable(sizes, style);
    Wrap.at(table.title(), style.width()).forEach(l -> lines.add(style.mark(Mark.BOLD, l)));
    lines.addAll(table.lines());
    labelled("close", CloseChoices.of(sizes));
  }

  private void eager() {
    String eager =
        report.sizes().stream()
            .filter(s -> !s.isDecode())
            .map(s -> Numbers.bytes(s.bytes()) + " x " + Numbers.count(s.loggedCalls()))
            .collect(Collectors.joining(", "));
    labelled("not decode", eager);
  }

  private void levers() {
    section("Before or instead of a plugin", report.levers().size());
    report.levers().stream().limit(LEVERS_SHOWN).forEach(this::lever);
    more(report.levers().size(), LEVERS_SHOWN, "levers");
  }

  private void lever(Report.Lever l) {
    String effect = l.savingUs().isKnown() ? Numbers.best(l) : "; " + l.effect();
    String command = l.command().isEmpty() ? "" : " -> " + l.command();
    bullet("", l.code() + ": " + l.evidence() + effect + command);
  }

  private void findings() {
    List<Report.Finding> weighty =
        report.findings().stream().filter(f -> !f.severity().equals("info")).toList();
    section("Findings", report.findings().size());
    weighty.stream()
        .limit(FINDINGS_SHOWN)
        .forEach(f -> bullet(f.severity(), f.code() + place(f) + ": " + firstSentence(f.text())));
    int left = report.findings().size() - Math.min(FINDINGS_SHOWN, weighty.size());
    if (left > 0) {
      String more = left + " more; 'ringside doctor' gives all of them, whole and with remedies";
      Wrap.at(more, style.width() - 2).forEach(l -> lines.add("  " + l));
    }
  }

  private static String firstSentence(String text) {
    int end = text.indexOf(". ");
    return end < 0 ? text : text.substring(0, end + 1);
  }

  private static String place(Report.Finding f) {
    return f.file().isEmpty() ? "" : " (" + f.file() + (f.line() < 0 ? "" : ":" + f.line()) + ")";
  }

  private void losses() {
    section("Not usable", report.losses().size());
    report.losses().stream()
        .limit(FINDINGS_SHOWN)
        .forEach(
            l ->
                bullet(
                    l.severity(),
                    l.file() + (l.offset() < 0 ? "" : ", byte " + l.offset()) + ": " + l.detail()));
    more(report.losses().size(), FINDINGS_SHOWN, "losses");
  }

  private void section(String title, int entries) {
    if (entries > 0) {
      lines.add("");
      lines.add(style.mark(Mark.BOLD, title));
    }
  }

  private void bullet(String severity, String text) {
    String word = severity.isEmpty() ? "" : severity + "  ";
    List<String> wrapped = Wrap.at(word + Plain.line(text), style.width() - BULLET);
    Mark mark =
        severity.equals("error")
            ? Mark.BAD
            : severity.isEmpty() || severity.equals("info") ? Mark.FAINT : Mark.CAUTION;
    lines.add("  " + style.mark(mark, severity) + wrapped.get(0).substring(severity.length()));
    wrapped.stream().skip(1).forEach(w -> lines.add("    " + w));
  }

  private void more(int entries, int shown, String what) {
    if (entries > shown) {
      lines.add("  and " + (entries - shown) + " more " + what + " (--format json lists all)");
    }
  }

  private void labelled(String label, String text) {
    if (text.isEmpty()) {
      return;
    }
    List<String> wrapped = Wrap.at(Plain.line(text), style.width() - LABEL - 1);
    String padded = label + " ".repeat(LABEL - label.length() + 1);
    lines.add(style.mark(Mark.FAINT, padded) + wrapped.get(0));
    wrapped.stream().skip(1).forEach(w -> lines.add(" ".repeat(padded.length()) + w));
  }
}
