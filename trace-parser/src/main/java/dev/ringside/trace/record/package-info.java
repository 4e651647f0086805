/** What readers find, in NCCL's words. Holds no opinion and knows no format. */
package dev.ringside.trace.record;
