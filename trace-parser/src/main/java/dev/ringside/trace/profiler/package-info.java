/** Files that NCCL's own profiler plugins write. */
package dev.ringside.trace.profiler;
