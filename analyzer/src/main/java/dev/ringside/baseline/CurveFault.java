package dev.ringside.baseline;

import dev.ringside.baseline.BaselineFinding.Severity;
import dev.ringside.calibrate.ShapeFault;
import java.util.Locale;

/**
 * A size of NCCL's own choice that shows without any other curve that a better choice exists.
 *
 * @param bytes the smaller of two sizes, of which the other is twice as large
 * @param isJump whether the double takes far more than twice the time; else the smaller is the
 *     slower one
 */
public record CurveFault(int nRanks, long bytes, double us, double doubleUs, boolean isJump) {

  static CurveFault of(ShapeFault fault) {
    return new CurveFault(
        fault.key().nRanks(),
        fault.bytes(),
        fault.us(),
        fault.doubleUs(),
        fault.kind() == ShapeFault.Kind.JUMP);
  }

  BaselineFinding finding(String label) {
    return new BaselineFinding(
        "curve-shape",
        Severity.WARNING,
        label,
        String.format(
            Locale.ROOT,
            isJump
                ? "all_reduce, %d ranks: %s takes %.1f us and its double %.1f us, far more than"
                    + " twice as long"
                : "all_reduce, %d ranks: %s takes %.1f us, longer than its double with %.1f us",
            nRanks,
            ByteSize.text(bytes),
            us,
            doubleUs),
        "NCCL changes algorithm or protocol there at the wrong size: 'ringside calibrate --plan'"
            + " prints the sweep that finds the right one");
  }
}
