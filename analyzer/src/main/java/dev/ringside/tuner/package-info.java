/**
 * Tuner files: the rules that a tuner plugin follows, as the file states them and as they fall to
 * one message. The plugin in {@code plugin-native} reads the same files by the same grammar.
 */
package dev.ringside.tuner;
