/**
 * Benchmark results: nccl-tests and rccl-tests text and JSON, step sweeps, collected latency
 * tables.
 */
package dev.ringside.trace.bench;
