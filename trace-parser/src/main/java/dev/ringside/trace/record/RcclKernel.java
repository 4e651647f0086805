package dev.ringside.trace.record;

/**
 * RCCL's device-side trace of one kernel: {@code ## [170260.347287] [07:00] 000001 KL HWID …}. No
 * call of its own.
 *
 * @param rank first number in the second bracket
 * @param launch whether the kernel began, otherwise it ended
 * @param nRanks size of the communicator as printed, -1 where it is not
 * @param function device function of a launch, which names algorithm and protocol; empty at its end
 */
public record RcclKernel(int site, int rank, boolean launch, int nRanks, String function)
    implements TraceRecord {}
