// Memory shared with the host, which asks for the addresses once. Every buffer belongs to one call at a time:
// the host fills it, calls, and takes the result away before the next call.

#pragma once
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(name)))

enum {
  ITEM = 32,             // bytes of a hash
  MAX_NODES = 4096,      // proofs of one call
  MAX_SIBLINGS = 32768,  // siblings of all of them
  WINDOW = 1 << 20,      // bytes of text
  SLACK = 256,           // zero bytes after the text
};

extern uint8_t nodes[(MAX_NODES + 4) * ITEM]; // with room for the idle lanes of the last four
extern uint8_t siblings[MAX_SIBLINGS * ITEM];
extern uint8_t depths[MAX_NODES];
