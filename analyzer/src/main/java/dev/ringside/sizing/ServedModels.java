package dev.ringside.sizing;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

/**
 * Shapes of models that are often served, shipped as a table; each row says whether it is verified.
 */
public final class ServedModels {
  private static final String TABLE = "served-models.csv";

  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).setCommentMarker('#').get();

  private final List<ModelShape> models;

  private ServedModels(List<ModelShape> models) {
    this.models = List.copyOf(models);
  }

  /** The shipped table. */
  public static ServedModels shipped() {
    try (InputStream in = ServedModels.class.getResourceAsStream(TABLE)) {
      if (in == null) {
        throw new IllegalStateException(TABLE + " is missing from the build");
      }
      List<ModelShape> models = new ArrayList<>();
      for (CSVRecord row : FORMAT.parse(new InputStreamReader(in, StandardCharsets.UTF_8))) {
        models.add(shape(row));
      }
      return new ServedModels(models);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** In the order of the table. */
  public List<ModelShape> models() {
    return models;
  }

  /**
   * The model of that name: case, an organisation in front and variants behind ({@code -Instruct},
   * {@code -FP8}) do not matter.
   */
  public Optional<ModelShape> find(String name) {
    String asked = plain(name.substring(name.lastIndexOf('/') + 1));
    return models.stream()
        .filter(m -> isOrExtends(asked, plain(m.name())))
        .max(Comparator.comparingInt(m -> plain(m.name()).length()));
  }

  /** Names that begin alike, for a message about one that was not found. */
  public List<String> similar(String name) {
    String asked = plain(name.substring(name.lastIndexOf('/') + 1));
    for (int length = asked.length(); length >= 3; length--) {
      String start = asked.substring(0, length);
      List<String> found =
          models.stream().map(ModelShape::name).filter(n -> plain(n).startsWith(start)).toList();
      if (!found.isEmpty()) {
        return found;
      }
    }
    return List.of();
  }

  private static boolean isOrExtends(String asked, String known) {
    return asked.equals(known) || asked.startsWith(known + "-");
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-').replace("meta-llama-", "llama-");
  }

  private static ModelShape shape(CSVRecord row) {
    String kind = row.get("kind");
    List<String> remarks = new ArrayList<>();
    if (!row.get("remark").isEmpty()) {
      remarks.add(row.get("remark"));
    }
    boolean verified = row.get("verified").equals("yes");
    if (!verified) {
      remarks.add("not verified (" + row.get("source") + "): give the model's config.json");
    }
    return new ModelShape(
        row.get("name"),
        Integer.parseInt(row.get("hidden")),
        Integer.parseInt(row.get("layers")),
        kind.startsWith("single-mixer") ? LayerKind.SINGLE_MIXER : LayerKind.TWO_HALVES,
        Integer.parseInt(row.get("calls")),
        row.get("dtype"),
        2,
        0,
        kind.endsWith("moe"),
        row.get("mla").equals("yes"),
        List.of(),
        verified,
        remarks);
  }
}
