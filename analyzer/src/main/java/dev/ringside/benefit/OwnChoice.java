package dev.ringside.benefit;

/**
 * What NCCL takes without a tuner.
 *
 * @param isClose whether rounding of the printed table leaves room for another winner; only under
 *     basis {@code table}
 */
public record OwnChoice(Choice choice, ChoiceBasis basis, boolean isClose) {}
