package dev.ringside.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringside.Checkout;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the README is what a reader copies, so it compiles. */
class LibraryExampleTest {
  private static final Pattern JAVA = Pattern.compile("```java\\n([^`]*)```");
  private static final String IMPORTS =
      """
      import dev.ringside.summary.*;
      import dev.ringside.trace.*;
      import dev.ringside.trace.record.Collective;
      import java.nio.file.Path;
      import java.util.*;
      """;

  @TempDir private Path dir;

  @Test
  void theExampleOfTheReadmeCompiles() throws IOException {
    Matcher m = JAVA.matcher(Files.readString(Checkout.root().resolve("README.md")));
    assertThat(m.find()).isTrue();
    String source = IMPORTS + "class Example { static void run() {\n" + m.group(1) + "} }\n";

    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    boolean isCompiled =
        compiler
            .getTask(
                said,
                null,
                null,
                List.of(
                    "-d",
                    dir.toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-proc:none"),
                null,
                List.of(file(source)))
            .call();

    assertThat(isCompiled).as(said.toString()).isTrue();
  }

  private static JavaFileObject file(String source) {
    return new SimpleJavaFileObject(
        URI.create("string:///Example.java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoresErrors) {
        return source;
      }
    };
  }
}
