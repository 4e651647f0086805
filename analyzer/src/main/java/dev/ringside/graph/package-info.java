/** NCCL's graph search: read, judged, and rings that another search might have found. */
package dev.ringside.graph;
