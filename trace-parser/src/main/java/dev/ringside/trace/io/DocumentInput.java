package dev.ringside.trace.io;

import dev.ringside.trace.record.Source;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a {@link DocumentReader} reads.
 *
 * @param stream the content behind decompression, from its first byte; closed by the caller
 * @param file the file itself, where the source is an uncompressed regular file: for formats that
 *     need random access
 */
public record DocumentInput(Source source, InputStream stream, Optional<Path> file) {}
