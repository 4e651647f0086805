/** Outputs of tools that describe a machine. */
package dev.ringside.trace.host;
