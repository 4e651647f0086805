/** What ringside says, in text, HTML, JSON, CSV and charts. */
package dev.ringside.report;
