package dev.ringside.cli;

/** Forms of a report on standard output. */
enum OutputFormat {
  TEXT,
  JSON
}
