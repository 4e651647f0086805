package dev.ringside.report;

import dev.ringside.cost.CurveBasis;
import dev.ringside.cost.CurveChoice;
import dev.ringside.cost.Interval;
import dev.ringside.sizing.Sizing;
import dev.ringside.sizing.SizingRow;
import dev.ringside.trace.record.Algorithm;
import dev.ringside.trace.record.Protocol;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/** The rows of a sizing as {@code sizing.csv}; unknown is an empty cell. */
final class SizingCsv {
  private static final MathContext DIGITS = new MathContext(7);

  private static final String[] KEYS = {
    "nranks",
    "batch",
    "bytes",
    "as_allowed_algo",
    "as_allowed_proto",
    "ll128_allowed_algo",
    "ll128_allowed_proto",
    "us_low",
    "us_mid",
    "us_high",
    "us_basis",
    "pass_us_low",
    "pass_us_mid",
    "pass_us_high",
    "step_us_low",
    "step_us_mid",
    "step_us_high",
    "share_pct",
    "as_allowed_saving_us_per_pass_low",
    "as_allowed_saving_us_per_pass_mid",
    "as_allowed_saving_us_per_pass_high",
    "ll128_allowed_saving_us_per_pass_low",
    "ll128_allowed_saving_us_per_pass_mid",
    "ll128_allowed_saving_us_per_pass_high",
    "basis"
  };

  private SizingCsv() {}

  static void write(Sizing sizing, Appendable out) throws IOException {
    CSVFormat format = CSVFormat.DEFAULT.builder().setRecordSeparator('\n').setHeader(KEYS).get();
    CSVPrinter csv = new CSVPrinter(out, format);
    for (SizingRow row : sizing.rows()) {
      csv.printRecord(cells(row));
    }
    csv.flush();
  }

  private static List<String> cells(SizingRow r) {
    List<String> cells = new ArrayList<>();
    cells.add(Integer.toString(r.tp()));
    cells.add(Integer.toString(r.batch()));
    cells.add(Long.toString(r.bytes()));
    choice(cells, r.zone());
    choice(cells, r.ll128Zone());
    interval(cells, r.callUs());
    cells.add(basis(r.callBasis()));
    interval(cells, r.passUs());
    interval(cells, r.stepUs());
    cells.add(r.share().map(s -> figure(100 * s)).orElse(""));
    interval(cells, r.savingUs());
    interval(cells, r.ll128SavingUs());
    cells.add(basis(r.basis()));
    return cells;
  }

  private static void choice(List<String> cells, Optional<CurveChoice> c) {
    cells.add(c.flatMap(CurveChoice::algorithm).map(Algorithm::ncclName).orElse(""));
    cells.add(c.flatMap(CurveChoice::protocol).map(Protocol::ncclName).orElse(""));
  }

  private static void interval(List<String> cells, Optional<Interval> i) {
    cells.add(i.map(x -> figure(x.low())).orElse(""));
    cells.add(i.map(x -> figure(x.mid())).orElse(""));
    cells.add(i.map(x -> figure(x.high())).orElse(""));
  }

  private static String basis(Optional<CurveBasis> basis) {
    return basis.map(CurveBasis::jsonName).orElse("");
  }

  private static String figure(double value) {
    return new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString();
  }
}
