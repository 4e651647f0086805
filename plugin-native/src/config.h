/* Where the rules come from: a tuner file, the builtin one, the published variables, or nowhere. */
#ifndef RINGSIDE_CONFIG_H
#define RINGSIDE_CONFIG_H

#include "rules.h"

#define RINGSIDE_SOURCE_SIZE 256

struct ringside_config {
  struct ringside_rules rules;
  char source[RINGSIDE_SOURCE_SIZE];   /* what to call it in a message; empty: nothing is configured */
  bool hasIgnoredVariables;            /* a file was named, so the published variables had no say */
  char warning[RINGSIDE_MESSAGE_SIZE]; /* not empty: why there are no rules */
};

/* Reads the environment and the file that it names. Never fails: without rules NCCL's own choice stays. */
void ringside_load_config(struct ringside_config *config);

#endif
