#include "allowed.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "rules.h"

struct list {
  const char *text; /* NULL: no list, everything */
  size_t length;
  bool isInverted;
};

static bool equals(const char *text, size_t length, const char *word) {
  return strlen(word) == length && strncasecmp(text, word, length) == 0;
}

/* The list of one collective out of [list][;function:list]..., the grammar of 2.24; up to 2.23 it is one
 * list. */
static struct list find_list(const char *value, const char *collective) {
  struct list found = {NULL, 0, false};
  while (value != NULL) {
    size_t length = strcspn(value, ";");
    const char *colon = memchr(value, ':', length);
    const char *text = colon != NULL ? colon + 1 : value;
    if (colon == NULL || equals(value, (size_t)(colon - value), collective))
      found = (struct list){text, length - (size_t)(text - value), false};
    value = value[length] == ';' ? value + length + 1 : NULL;
  }
  if (found.length > 0 && found.text[0] == '^') found = (struct list){found.text + 1, found.length - 1, true};
  return found;
}

static bool names(const struct list *list, const char *word) {
  for (size_t at = 0; at < list->length;) {
    const char *comma = memchr(list->text + at, ',', list->length - at);
    size_t length = comma != NULL ? (size_t)(comma - (list->text + at)) : list->length - at;
    if (equals(list->text + at, length, word)) return true;
    at += length + 1;
  }
  return false;
}

static bool permits(const struct list *list, const char *word) {
  return list->text == NULL || list->length == 0 || names(list, word) != list->isInverted;
}

static uint32_t read_collective(const char *algorithms, const char *protocols, int collType) {
  const char *collective = ringside_print_collective(collType);
  struct list algos = find_list(algorithms, collective), protos = find_list(protocols, collective);
  uint32_t allowed = 0;
  for (int algo = NCCL_ALGO_TREE; algo <= NCCL_ALGO_RING; algo++) {
    if (algo == NCCL_ALGO_TREE && collType != ncclFuncAllReduce) continue;
    if (!permits(&algos, ringside_print_algorithm(algo))) continue;
    for (int proto = 0; proto < NCCL_NUM_PROTOCOLS; proto++) {
      const char *name = ringside_print_protocol(proto);
      /* ^Simple permits LL128 too, but does not name it: too weak for a protocol that may corrupt data. */
      bool isNamed = protos.text != NULL && !protos.isInverted && names(&protos, name);
      if (proto == NCCL_PROTO_LL128 ? isNamed : permits(&protos, name))
        allowed |= 1u << (algo * NCCL_NUM_PROTOCOLS + proto);
    }
  }
  return allowed;
}

void ringside_read_allowed(uint32_t allowed[NCCL_NUM_FUNCTIONS]) {
  const char *algorithms = getenv("NCCL_ALGO"), *protocols = getenv("NCCL_PROTO");
  for (int collType = 0; collType < NCCL_NUM_FUNCTIONS; collType++)
    allowed[collType] = read_collective(algorithms, protocols, collType);
}
