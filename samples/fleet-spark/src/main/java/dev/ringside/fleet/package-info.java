/** Summaries of the logs of a fleet, made on a Spark cluster. */
package dev.ringside.fleet;
