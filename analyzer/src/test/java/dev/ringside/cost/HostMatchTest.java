package dev.ringside.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.summary.TransportClass;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostMatchTest {

  private static CurveMatch match(TransportClass measured, TransportClass trace) {
    return over(measured).match(over(trace));
  }

  private static MeasuredHost over(TransportClass transport) {
    return new MeasuredHost(Optional.empty(), Optional.of(transport), Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({"P2P, NVL", "NVL, P2P"})
  void aPathThatALogDoesNotNameMayBeNvlink(TransportClass measured, TransportClass trace) {
    assertThat(match(measured, trace).isUsable()).isTrue();
    assertThat(match(measured, trace).notChecked()).contains("transport");
  }

  @ParameterizedTest
  @CsvSource({"SHM, NVL", "NVL, SHM", "P2P, SHM", "NET, P2P"})
  void otherTransportsAreRefused(TransportClass measured, TransportClass trace) {
    assertThat(match(measured, trace).refusals())
        .containsExactly("measured over " + measured + ", the trace uses " + trace);
  }

  @Test
  void theSameTransportIsChecked() {
    CurveMatch same = match(TransportClass.NVL, TransportClass.NVL);
    assertThat(same.refusals()).isEmpty();
    assertThat(same.notChecked()).doesNotContain("transport");
  }
}
