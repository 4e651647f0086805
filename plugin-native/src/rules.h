/* The tuner file's grammar: text to rules. docs/tuner-file.md is its description. */
#ifndef RINGSIDE_RULES_H
#define RINGSIDE_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Past these a file is refused. They bound what init costs; a hand-written file has some ten rules. */
#define RINGSIDE_MAX_RULES      4096
#define RINGSIDE_MAX_LINE_BYTES 1024
#define RINGSIDE_MAX_FILE_BYTES (1024 * 1024)

/* NCCL's MAXCHANNELS (src/include/device.h). NCCL caps a larger number for most algorithms, not for CollNet.
 */
#define RINGSIDE_MAX_CHANNELS 64

#define RINGSIDE_ANY          (-1)
#define RINGSIDE_MESSAGE_SIZE 896 /* up to 2.28.9 NCCL cuts a line, prefix included, at 1023 bytes */

struct ringside_rule {
  int64_t minBytes, maxBytes; /* both inclusive */
  int32_t line;
  int32_t collType, algorithm, protocol;
  int32_t nChannels; /* 0: NCCL's own number */
  int32_t nNodes, nRanks, numPipeOps, regBuff;
};

struct ringside_rules {
  struct ringside_rule *rule;
  size_t count, capacity;
};

/*
 * Reads all of text. On false, rules is empty and message says what is wrong, its place in front; an empty
 * message means that memory ran out.
 */
bool ringside_parse_rules(struct ringside_rules *rules, const char *text, size_t length, const char *name,
                          char message[RINGSIDE_MESSAGE_SIZE]);

bool ringside_append_rule(struct ringside_rules *rules, const struct ringside_rule *rule);
void ringside_free_rules(struct ringside_rules *rules);

/* FNV-1a, 64 bits, over the ten fields of each rule: equal files but for comments and blanks have equal
 * hashes. */
uint64_t ringside_hash_rules(const struct ringside_rules *rules);

/* Digits only, at most INT64_MAX. */
bool ringside_parse_number(const char *text, size_t length, int64_t *value);

/* The file's spelling, and that of NCCL's own lines. NULL for a number that there is no name for. */
const char *ringside_name_collective(int collType);
const char *ringside_name_algorithm(int algorithm);
const char *ringside_name_protocol(int protocol);
const char *ringside_print_collective(int collType);
const char *ringside_print_algorithm(int algorithm);
const char *ringside_print_protocol(int protocol);

#endif
