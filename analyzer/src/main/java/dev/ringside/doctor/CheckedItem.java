package dev.ringside.doctor;

/**
 * An item of the checklist with what the inputs say of it.
 *
 * @param name short stable name
 * @param title what should be so
 * @param evidence what confirms it, or the code of the finding that contradicts it; empty where
 *     nothing does
 * @param command shows it, or shows more of it
 */
public record CheckedItem(
    String name, Layer layer, String title, CheckState state, String evidence, String command) {}
