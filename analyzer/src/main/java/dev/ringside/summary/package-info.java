/** What a trace amounts to: summaries that merge by a law, and what can be concluded from them. */
package dev.ringside.summary;
