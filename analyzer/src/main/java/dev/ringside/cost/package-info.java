/**
 * What a collective costs: NCCL's own estimate and choice by release, and measured latency curves
 * with intervals.
 */
package dev.ringside.cost;
