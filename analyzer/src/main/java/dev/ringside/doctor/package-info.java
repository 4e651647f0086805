/** Says what is wrong with a run, with evidence and remedy: one class a rule. */
package dev.ringside.doctor;
