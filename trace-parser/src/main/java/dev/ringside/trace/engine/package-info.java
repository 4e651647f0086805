/** Log lines of the serving engines vLLM and SGLang, and their benchmark results. */
package dev.ringside.trace.engine;
