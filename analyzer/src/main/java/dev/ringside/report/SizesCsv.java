package dev.ringside.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/** One line a message size, keys as in the JSON form, unknown cells empty. */
public final class SizesCsv {
  private static final String[] KEYS = {
    "nranks",
    "nnodes",
    "bytes",
    "batch",
    "phase",
    "phase_basis",
    "calls_per_pass",
    "calls_per_pass_is_upper_bound",
    "calls_per_pass_basis",
    "logged_passes",
    "logged_calls",
    "basis",
    "step_us",
    "step_basis",
    "allreduce_share_pct_low",
    "allreduce_share_pct_mid",
    "allreduce_share_pct_high",
    "weight",
    "default_algo",
    "default_proto",
    "default_us",
    "default_basis",
    "as_allowed_algo",
    "as_allowed_proto",
    "as_allowed_us",
    "as_allowed_basis",
    "as_allowed_rule_line",
    "as_allowed_differs",
    "as_allowed_saving_us_low",
    "as_allowed_saving_us_mid",
    "as_allowed_saving_us_high",
    "as_allowed_step_saving_pct_low",
    "as_allowed_step_saving_pct_mid",
    "as_allowed_step_saving_pct_high",
    "ll128_allowed_algo",
    "ll128_allowed_proto",
    "ll128_allowed_us",
    "ll128_allowed_basis",
    "ll128_allowed_rule_line",
    "ll128_allowed_differs",
    "ll128_allowed_saving_us_low",
    "ll128_allowed_saving_us_mid",
    "ll128_allowed_saving_us_high",
    "ll128_allowed_step_saving_pct_low",
    "ll128_allowed_step_saving_pct_mid",
    "ll128_allowed_step_saving_pct_high"
  };

  private SizesCsv() {}

  public static void write(Report report, Appendable out) throws IOException {
    CSVFormat format = CSVFormat.DEFAULT.builder().setRecordSeparator('\n').setHeader(KEYS).get();
    CSVPrinter csv = new CSVPrinter(out, format);
    for (Report.Size s : report.sizes()) {
      csv.printRecord(cells(s));
    }
    csv.flush();
  }

  private static List<String> cells(Report.Size s) {
    List<String> cells = new ArrayList<>();
    cells.add(integer(s.nRanks()));
    cells.add(integer(s.nNodes()));
    cells.add(integer(s.bytes()));
    cells.add(integer(s.batch()));
    cells.add(word(s.phase()));
    cells.add(word(s.phaseBasis()));
    cells.add(integer(s.callsPerPass()));
    cells.add(Boolean.toString(s.callsAtMost()));
    cells.add(word(s.callsBasis()));
    cells.add(integer(s.loggedPasses()));
    cells.add(integer(s.loggedCalls()));
    cells.add(word(s.basis()));
    cells.add(figure(s.stepUs()));
    cells.add(word(s.stepBasis()));
    range(cells, s.allReduceSharePct());
    cells.add(figure(s.weight()));
    choice(cells, s.own());
    outcome(cells, s.asAllowed());
    outcome(cells, s.ll128Allowed());
    return cells;
  }

  private static void choice(List<String> cells, Report.Choice c) {
    cells.add(word(c.algorithm()));
    cells.add(word(c.protocol()));
    cells.add(figure(c.us()));
    cells.add(word(c.basis()));
  }

  private static void outcome(List<String> cells, Report.Outcome o) {
    choice(cells, o.choice());
    cells.add(integer(o.rule()));
    cells.add(Boolean.toString(o.differs()));
    range(cells, o.savingUs());
    range(cells, o.stepSavingPct());
  }

  private static void range(List<String> cells, Report.Range r) {
    cells.add(figure(r.low()));
    cells.add(figure(r.mid()));
    cells.add(figure(r.high()));
  }

  private static String integer(long value) {
    return value < 0 ? "" : Long.toString(value);
  }

  private static String figure(double value) {
    return Double.isNaN(value) ? "" : String.format(java.util.Locale.ROOT, "%.4f", value);
  }

  /**
   * A spreadsheet runs a cell that begins like a formula; an apostrophe in front makes it text
   * (OWASP, CSV injection).
   */
  static String word(String value) {
    return !value.isEmpty() && "=+-@\t\r".indexOf(value.charAt(0)) >= 0 ? "'" + value : value;
  }
}
