/** Kineto traces, flight-recorder dumps, and the words PyTorch uses for collectives and kernels. */
package dev.ringside.trace.torch;
