package dev.ringside.cli;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A manual page in the macros of man(7), from the same model that parses the options. */
final class ManPage {
  private final CommandLine line;
  private final CommandSpec spec;
  private final StringBuilder page = new StringBuilder();

  private ManPage(CommandLine line) {
    this.line = line;
    this.spec = line.getCommandSpec();
  }

  static String of(CommandLine line) {
    return new ManPage(line).page();
  }

  private String page() {
    String name = spec.qualifiedName("-");
    page.append(".TH \"")
        .append(name.toUpperCase(java.util.Locale.ROOT))
        .append("\" \"1\" \"\" \"ringside\"\n");
    section("NAME");
    page.append(text(name))
        .append(" \\- ")
        .append(text(String.join(" ", spec.usageMessage().header())))
        .append('\n');
    section("SYNOPSIS");
    Help help = line.getHelp();
    page.append(".nf\n").append(text(help.synopsis(0).strip())).append("\n.fi\n");
    commands();
    options();
    if (spec.usageMessage().footer().length > 0) {
      section("NOTES");
      for (String f : spec.usageMessage().footer()) {
        page.append(f.isEmpty() ? ".PP" : text(f)).append('\n');
      }
    }
    return page.toString();
  }

  private void commands() {
    if (line.getSubcommands().isEmpty()) {
      return;
    }
    section("COMMANDS");
    for (Map.Entry<String, CommandLine> sub : line.getSubcommands().entrySet()) {
      entry(sub.getKey(), sub.getValue().getCommandSpec().usageMessage().header());
    }
  }

  private void options() {
    section("OPTIONS");
    for (PositionalParamSpec p : spec.positionalParameters()) {
      entry(p.paramLabel(), described(p));
    }
    for (OptionSpec o : spec.options()) {
      String value = o.arity().max() == 0 ? "" : " " + o.paramLabel();
      entry(String.join(", ", o.names()) + value, described(o));
    }
  }

  private static String[] described(ArgSpec arg) {
    String byDefault = arg.defaultValue() == null ? "" : arg.defaultValue();
    String[] lines = arg.description().clone();
    for (int i = 0; i < lines.length; i++) {
      lines[i] = lines[i].replace("${DEFAULT-VALUE}", byDefault).replace("%%", "%");
    }
    return lines;
  }

  private void section(String title) {
    page.append(".SH ").append(title).append('\n');
  }

  private void entry(String term, String[] description) {
    page.append(".TP\n\\fB").append(text(term)).append("\\fR\n");
    for (String d : description) {
      page.append(text(d)).append('\n');
    }
  }

  /** A hyphen that can be copied, and no line that begins like a macro. */
  private static String text(String plain) {
    String escaped = plain.replace("\\", "\\e").replace("-", "\\-");
    return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
  }
}
