/** Sweeps to curves, curves to zones, and how far their predictions can be trusted. */
package dev.ringside.calibrate;
