/** Message sizes of a model, and advice on batch sizes, capture sizes and tensor parallelism. */
package dev.ringside.sizing;
