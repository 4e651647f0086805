package dev.ringside.trace.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonObjectsTest {

  private static List<String> pieces(JsonObjects objects) throws IOException {
    List<String> pieces = new ArrayList<>();
    for (JsonObjects.Piece p = objects.next(); p != JsonObjects.Piece.END; p = objects.next()) {
      String text =
          new String(
              objects.bytes(),
              objects.from(),
              objects.to() - objects.from(),
              StandardCharsets.UTF_8);
      String picked =
          objects.pickedFrom() < 0 || p != JsonObjects.Piece.OBJECT
              ? ""
              : " ["
                  + new String(
                      objects.bytes(),
                      objects.pickedFrom(),
                      objects.pickedTo() - objects.pickedFrom(),
                      StandardCharsets.UTF_8)
                  + "]";
      String key = p == JsonObjects.Piece.MEMBER ? objects.key() + "=" : "";
      pieces.add(p + " " + key + text + picked);
    }
    pieces.add(objects.complete() ? "complete" : "open");
    return pieces;
  }

  private static List<String> array(String text) throws IOException {
    return pieces(
        JsonObjects.ofArray(
            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "list", "id", "name"));
  }

  private static List<String> lines(String text) throws IOException {
    return pieces(
        JsonObjects.ofLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))));
  }

  @Test
  void membersAndObjectsComeInOrder() throws IOException {
    assertThat(
            array(
                "{\"a\": 1, \"b\": [{\"x\":0}], \"list\": [ {\"id\":1,\"name\":\"x\"},\n{\"id\":2} ], \"c\": \"}]\\\"\"}"))
        .containsExactly(
            "MEMBER a=1",
            "MEMBER b=[{\"x\":0}]",
            "OBJECT {\"id\":1,\"name\":\"x\"} [x]",
            "OBJECT {\"id\":2}",
            "MEMBER c=\"}]\\\"\"",
            "complete");
  }

  @Test
  void aDocumentThatIsAnArrayIsReadToo() throws IOException {
    assertThat(array("\uFEFF[{\"id\":1}]")).containsExactly("OBJECT {\"id\":1}", "complete");
  }

  @Test
  void bracketsAndQuotesInsideStringsAreText() throws IOException {
    assertThat(array("[{\"id\":1,\"s\":\"a}]{\\\"[\\\\\"},{\"id\":2}]"))
        .containsExactly(
            "OBJECT {\"id\":1,\"s\":\"a}]{\\\"[\\\\\"}", "OBJECT {\"id\":2}", "complete");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":1,\"s\":\"open\n}",
        "{\"id\":1,\"args\":{\"x\":1}",
        "{\"id\":1,\"s\":[1,2}}",
        "{\"id\":1,s\":2}",
        "{\"id\":1 garbage}",
        "?",
        "{\"id\":1,\"args\":{\"x\":{}"
      })
  void damageEndsWhereTheNextSoundObjectBegins(String damaged) throws IOException {
    List<String> pieces = array("[{\"id\":0}," + damaged + ",\n{\"id\":2},\n{\"id\":3}]");

    assertThat(pieces)
        .startsWith("OBJECT {\"id\":0}")
        .endsWith("OBJECT {\"id\":2}", "OBJECT {\"id\":3}", "complete");
    assertThat(pieces).anyMatch(p -> p.startsWith("DAMAGE"));
  }

  @Test
  void aCutDocumentIsOpen() throws IOException {
    assertThat(array("{\"list\":[{\"id\":1},{\"id\":2,\"x"))
        .containsExactly("OBJECT {\"id\":1}", "DAMAGE {\"id\":2,\"x", "open");
    assertThat(array("{\"list\":[{\"id\":1}")).containsExactly("OBJECT {\"id\":1}", "open");
    assertThat(array("")).containsExactly("open");
  }

  @Test
  void objectsDeeperThanTheLimitAreDamage() throws IOException {
    String fits = "[".repeat(JsonObjects.MAX_DEPTH - 1) + "]".repeat(JsonObjects.MAX_DEPTH - 1);

    assertThat(array("[{\"id\":1,\"x\":" + fits + "},{\"id\":2}]"))
        .hasSize(3)
        .noneMatch(p -> p.startsWith("DAMAGE"));
    assertThat(array("[{\"id\":1,\"x\":[" + fits + "]},{\"id\":2}]"))
        .hasSize(3)
        .first()
        .asString()
        .startsWith("DAMAGE");
  }

  @Test
  void objectsLongerThanTheLimitAreDamageAndTheRestCounts() throws IOException {
    String filler = "x".repeat(JsonObjects.MAX_OBJECT_BYTES);
    List<String> pieces = array("[{\"id\":1,\"s\":\"" + filler + "\"},{\"id\":2}]");

    assertThat(pieces).endsWith("OBJECT {\"id\":2}", "complete");
    assertThat(pieces.subList(0, pieces.size() - 2))
        .isNotEmpty()
        .allMatch(p -> p.startsWith("DAMAGE"));
  }

  @Test
  void objectsOnLinesMayBeSpreadOverLines() throws IOException {
    assertThat(lines("{\"a\":1}\n{\n  \"b\": {\n    \"c\": 2\n  }\n}\r\n{\"d\":3}"))
        .containsExactly(
            "OBJECT {\"a\":1}",
            "OBJECT {\n  \"b\": {\n    \"c\": 2\n  }\n}",
            "OBJECT {\"d\":3}",
            "open");
  }

  @Test
  void aLineThatBeginsAnObjectEndsADamagedOne() throws IOException {
    assertThat(lines("{\"a\":{\"x\":1\n{\"b\":2}\n"))
        .containsExactly("DAMAGE {\"a\":{\"x\":1\n", "OBJECT {\"b\":2}", "open");
  }
}
