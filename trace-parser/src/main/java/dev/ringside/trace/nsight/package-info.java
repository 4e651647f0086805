/** Nsight Systems: SQLite exports, and the kernel tables that it and other profilers print. */
package dev.ringside.trace.nsight;
