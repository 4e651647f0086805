/** Benchmarks against health limits and against each other, and what LL128 data checks prove. */
package dev.ringside.baseline;
