package dev.ringside.trace.record;

/**
 * One distinct launch shape of a communication kernel.
 *
 * @param name without namespace arguments and template arguments
 * @param op what it does
 * @param pattern for {@link KernelFamily#NCCL} the word of the name, {@code RING} or {@code TREE}:
 *     the family only, since Ring, CollNet, NVLS and PAT all print RING from 2.19 on; for symmetric
 *     kernels the real algorithm; else empty. The {@code LL} in an NCCL kernel name says nothing
 *     (NCCL src/device/generate.py)
 * @param channels thread blocks, which for NCCL are its channels; 0 unknown
 * @param threads threads a block; 0 unknown
 */
public record Kernel(
    KernelFamily family, String name, Collective op, String pattern, int channels, int threads) {}
