/**
 * What a tuner file would change for a run: choices, savings with intervals, and a verdict. Data
 * in, data out; renderings are elsewhere.
 */
package dev.ringside.benefit;
