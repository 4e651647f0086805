package dev.ringside.trace.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.trace.SharedData;
import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.NcclDump;
import dev.ringside.trace.record.XmlElement;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random damage to NCCL's XML dumps, the same in every run: no exception, no hang, and every
 * element before it is as it was. Behind it nothing is certain, and nothing is said.
 */
@Timeout(60)
class DamagedXmlTest {
  private static final int ROUNDS = 400;
  private static final Pattern START_TAG = Pattern.compile("<\\w[^>]*>");

  private static byte[] sample(String name) throws IOException {
    String seed = "/dev/ringside/trace/ReaderFuzzTestInputs/xml/" + name;
    try (InputStream in = DamagedXmlTest.class.getResourceAsStream(seed)) {
      return in.readAllBytes();
    }
  }

  /** Every element with its depth, in the order in which they begin. */
  private static List<String> elements(RecordingSink sink) {
    List<String> all = new ArrayList<>();
    sink.all(NcclDump.class).forEach(d -> add(d.root(), 0, all));
    return all;
  }

  private static void add(XmlElement element, int depth, List<String> all) {
    all.add(depth + " " + element.name() + " " + element.attributes());
    element.children().forEach(c -> add(c, depth + 1, all));
  }

  private static RecordingSink read(byte[] xml) throws IOException {
    return SharedData.read(new NcclXmlReader(), "dump.xml", xml);
  }

  /** How many elements begin, and have all their attributes, before a byte. */
  private static int before(byte[] xml, int at) {
    Matcher tag = START_TAG.matcher(new String(xml, StandardCharsets.ISO_8859_1));
    int count = 0;
    while (tag.find() && tag.end() <= at) {
      count++;
    }
    return count;
  }

  private static void assertKept(byte[] sound, byte[] damaged, int at) throws IOException {
    List<String> all = elements(read(sound));
    List<String> kept = elements(read(damaged));
    int before = before(sound, at);
    assertThat(kept.subList(0, Math.min(kept.size(), before)))
        .as("damage at %d", at)
        .isEqualTo(all.subList(0, before));
  }

  @ParameterizedTest
  @ValueSource(strings = {"graphs.xml", "topology.xml"})
  void aDamagedByteCostsNothingBeforeIt(String name) throws IOException {
    byte[] xml = sample(name);
    assertThat(elements(read(xml))).hasSizeGreaterThan(3);
    assertThat(read(xml).losses()).isEmpty();
    Random random = new Random(37);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] damaged = xml.clone();
      int at = random.nextInt(xml.length);
      damaged[at] =
          round % 4 == 0 ? (byte) "<>\"&/=!?".charAt(round / 4 % 8) : (byte) random.nextInt(256);

      assertKept(xml, damaged, at);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"graphs.xml", "topology.xml"})
  void aCutCostsNothingBeforeIt(String name) throws IOException {
    byte[] xml = sample(name);
    int end = new String(xml, StandardCharsets.UTF_8).lastIndexOf('>');
    for (int length = 1; length < xml.length; length++) {
      assertKept(xml, Arrays.copyOf(xml, length), length);
      if (length <= end) {
        assertThat(read(Arrays.copyOf(xml, length)).losses())
            .as("the first %d bytes", length)
            .isNotEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"graphs.xml", "topology.xml"})
  void aForeignStretchCostsNothingBeforeIt(String name) throws IOException {
    byte[] xml = sample(name);
    byte[] other = sample(name.equals("graphs.xml") ? "topology.xml" : "entity.xml");
    Random random = new Random(41);
    for (int round = 0; round < ROUNDS; round++) {
      int at = random.nextInt(xml.length);
      int from = random.nextInt(other.length);
      byte[] damaged = Arrays.copyOf(xml, at + other.length - from + xml.length - at);
      System.arraycopy(other, from, damaged, at, other.length - from);
      System.arraycopy(xml, at, damaged, at + other.length - from, xml.length - at);

      assertKept(xml, damaged, at);
    }
  }
}
