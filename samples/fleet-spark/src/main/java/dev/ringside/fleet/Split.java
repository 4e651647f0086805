package dev.ringside.fleet;

import java.io.Serializable;

/**
 * A range of one log.
 *
 * @param name of the log in summaries
 * @param path of the log in its store
 * @param size of the whole log in bytes
 * @param from first byte of the range
 * @param to first byte behind it
 */
record Split(String name, String path, long size, long from, long to) implements Serializable {}
