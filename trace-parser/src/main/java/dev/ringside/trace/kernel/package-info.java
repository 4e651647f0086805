/**
 * GPU kernels as any profiler names them: which carry communication, and which a graph replayed.
 * Shared by the readers of PyTorch and of Nsight Systems.
 */
package dev.ringside.trace.kernel;
