/** What ringside says, in text, HTML, JSON, CSV and charts; the only place that formats numbers. */
package dev.ringside.report;
