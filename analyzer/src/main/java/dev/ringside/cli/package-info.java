/** The command line: options, files, exit statuses. The only place that prints. */
package dev.ringside.cli;
