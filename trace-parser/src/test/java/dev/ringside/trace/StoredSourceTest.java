package dev.ringside.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringside.trace.io.RecordingSink;
import dev.ringside.trace.record.Loss;
import dev.ringside.trace.record.Source;
import dev.ringside.trace.record.TraceSink;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredSourceTest {
  private final List<String> places = new ArrayList<>();
  private final List<Object> heard = new ArrayList<>();

  private final PieceSinks sinks =
      new PieceSinks() {
        @Override
        public TraceSink open(Source source, long from) {
          return new RecordingSink();
        }

        @Override
        public void close(TraceSink sink, Source source, long from, long to, boolean last) {
          places.add(from + "-" + to + (last ? " last" : ""));
          heard.addAll(((RecordingSink) sink).all(RecordingSink.Call.class));
          ((RecordingSink) sink).all(Loss.class).forEach(l -> heard.add(l.name()));
        }
      };

  private static byte[] log(int calls) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < calls; i++) {
      text.append("node01:4100:4188 [0] NCCL INFO AllReduce: opCount 1a sendbuff 0x7f1c2c49e100")
          .append(" recvbuff 0x7f1bb9d3d400 count ")
          .append(1000 + i)
          .append(" datatype 7 op 0 root 0 comm 0x55f4fee48ef0 [nranks=2] stream 0x55fdcedddde0\n");
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static StoredSource source(byte[] bytes) {
    return new StoredSource(
        "store://a.log",
        bytes.length,
        at -> new ByteArrayInputStream(bytes, (int) at, bytes.length - (int) at));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 203, 204, 1000, 20_000, 99_999})
  void rangesCutAnywhereAreTheWhole(int length) {
    byte[] bytes = log(length < 100 ? 3 : 300);
    StoredSource source = source(bytes);
    TraceFiles.read(source, 0, bytes.length, sinks);
    assertThat(places).containsExactly("0-" + Long.MAX_VALUE + " last");
    List<Object> whole = List.copyOf(heard);
    heard.clear();

    for (int from = 0; from < bytes.length; from += length) {
      TraceFiles.read(source, from, Math.min(bytes.length, from + length), sinks);
    }

    assertThat(whole).isNotEmpty();
    assertThat(heard).isEqualTo(whole);
    assertThat(places.get(places.size() - 1)).endsWith(" last");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aSourceThatEndsBeforeItsSizeIsSaid(int ranges) {
    byte[] bytes = log(10);
    StoredSource cut =
        new StoredSource(
            "store://a.log",
            bytes.length + 5000,
            at ->
                at < bytes.length
                    ? new ByteArrayInputStream(bytes, (int) at, bytes.length - (int) at)
                    : InputStream.nullInputStream());
    long middle = cut.size() / ranges;
    for (long from = 0; from < cut.size(); from += middle) {
      TraceFiles.read(cut, from, Math.min(cut.size(), from + middle), sinks);
    }

    assertThat(heard).contains("input-shrank");
    assertThat(heard.stream().filter(h -> h instanceof RecordingSink.Call)).hasSize(10);
  }

  @Test
  void whatIsCompressedIsReadByItsFirstRange() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(log(50));
    }
    StoredSource source = source(packed.toByteArray());
    long middle = source.size() / 2;

    TraceFiles.read(source, 0, middle, sinks);
    assertThat(heard).hasSize(50);
    TraceFiles.read(source, middle, source.size(), sinks);
    assertThat(heard).hasSize(50);
    assertThat(places).hasSize(1);
  }

  @Test
  void anEmptySourceIsOneLoss() {
    TraceFiles.read(source(new byte[0]), 0, 0, sinks);

    assertThat(heard).containsExactly("empty-input");
  }

  @Test
  void aCheckedErrorIsALossAndAnUncheckedOneIsThrown() {
    byte[] bytes = log(100);
    StoredSource refusing =
        new StoredSource(
            "store://a.log",
            bytes.length,
            at -> {
              throw new IOException("no entry");
            });
    TraceFiles.read(refusing, 0, bytes.length, sinks);
    assertThat(heard).containsExactly("unreadable");

    StoredSource flaky =
        new StoredSource(
            "store://a.log",
            bytes.length,
            at ->
                new InputStream() {
                  @Override
                  public int read() {
                    return read(new byte[1], 0, 1);
                  }

                  @Override
                  public int read(byte[] into, int start, int max) {
                    throw new UncheckedIOException(new IOException("connection reset"));
                  }
                });
    assertThatThrownBy(() -> TraceFiles.read(flaky, 0, bytes.length, sinks))
        .isInstanceOf(IllegalStateException.class)
        .hasStackTraceContaining("connection reset");
  }

  @Test
  void aRangeLiesWithinTheSource() {
    assertThatThrownBy(() -> TraceFiles.read(source(log(1)), 0, 10_000, sinks))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
