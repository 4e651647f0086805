package dev.ringside.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TransportSwitchTest {

  @Test
  void onlyTheNumberOneSwitchesOff() {
    assertThat(new String[] {"1", " 1 ", "01", "+1"}).allMatch(TransportSwitch::isOff);
    assertThat(new String[] {"0", "", "2", "-1", "11", "true"}).noneMatch(TransportSwitch::isOff);
  }
}
