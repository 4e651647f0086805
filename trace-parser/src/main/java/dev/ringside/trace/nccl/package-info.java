/** NCCL_DEBUG lines of NCCL 2.18 to 2.30 and of RCCL. */
package dev.ringside.trace.nccl;
