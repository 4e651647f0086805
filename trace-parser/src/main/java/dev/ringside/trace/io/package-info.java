/**
 * Bytes to lines: chunks, decompression, foreign prefixes, and the interfaces that readers of one
 * format implement. Knows no format of its own.
 */
package dev.ringside.trace.io;
