// Leaves and folds of Merkle proofs, four at a time.
//
// The digest of one merge stays in lanes and is the node of the next one; only siblings are loaded. Nothing
// here decides anything: both functions are pure functions of their buffers.

#include "buffers.h"
#include "lanes.h"

enum { BYTES = 0, ASCII_HEX = 1 };

static inline void merge(word node[8], const word sibling[8], int recipe) {
  word w[16], text[16];
  sort(node, sibling, w, w + 8);
  initial(node);
  if (recipe == BYTES) {
    compress(node, w);
    compress_padding(node, padding_64);
  } else {
    hex_text(w, text);
    compress(node, text);
    hex_text(w + 8, text);
    compress(node, text);
    compress_padding(node, padding_128);
  }
}

uint8_t nodes[(MAX_NODES + 4) * ITEM] __attribute__((aligned(16)));
uint8_t siblings[MAX_SIBLINGS * ITEM] __attribute__((aligned(16)));
uint8_t depths[MAX_NODES];

EXPORT("nodes") uint8_t *nodes_at(void) { return nodes; }
EXPORT("siblings") uint8_t *siblings_at(void) { return siblings; }
EXPORT("depths") uint8_t *depths_at(void) { return depths; }
EXPORT("max_nodes") uint32_t max_nodes(void) { return MAX_NODES; }
EXPORT("max_siblings") uint32_t max_siblings(void) { return MAX_SIBLINGS; }

EXPORT("prepare") void prepare(void) {
  prepare_padding(padding_64, 512);
  prepare_padding(padding_128, 1024);
}

// Each of `count` nodes becomes the hash of itself: the leaf of a proof.
EXPORT("leaves") void leaves(int recipe, uint32_t count) {
  for (uint32_t i = 0; i < count; i += 4) { // the buffer has room for the three lanes past the end
    uint8_t *at = nodes + 32 * i;
    uint8_t *const item[4] = {at, at + 32, at + 64, at + 96};
    word node[8], w[16];
    load((const uint8_t *const *)item, w);
    initial(node);
    if (recipe == BYTES) {
      for (int j = 9; j < 15; j++) w[j] = wasm_i32x4_const_splat(0);
      w[8] = wasm_i32x4_const_splat((int32_t)0x80000000);
      w[15] = wasm_i32x4_const_splat(256);
      compress(node, w);
    } else {
      word text[16];
      hex_text(w, text);
      compress(node, text);
      compress_padding(node, padding_64);
    }
    store(item, node);
  }
}

// Each of `count` nodes is merged with its next `depths[i]` siblings, which follow one another.
// A lane that has finished takes the next proof, so proofs of unlike depths keep all four busy.
EXPORT("fold") void fold(int recipe, uint32_t count) {
  static uint8_t spare[32];
  uint8_t *at[4] = {spare, spare, spare, spare};
  const uint8_t *sibling[4] = {spare, spare, spare, spare};
  const uint8_t *next_sibling = siblings;
  uint32_t left[4] = {0}, next = 0;
  word node[8], other[8];
  for (int i = 0; i < 8; i++) node[i] = wasm_i32x4_const_splat(0);
  for (;;) {
    if (!left[0] || !left[1] || !left[2] || !left[3]) {
      store(at, node);
      for (int lane = 0; lane < 4; lane++) {
        while (!left[lane] && next < count) {
          at[lane] = nodes + 32 * next;
          sibling[lane] = next_sibling;
          left[lane] = depths[next++];
          next_sibling += 32 * left[lane];
        }
        if (!left[lane]) at[lane] = spare, sibling[lane] = spare;
      }
      if (!(left[0] | left[1] | left[2] | left[3])) return;
      load((const uint8_t *const *)at, node);
    }
    // As many merges as every busy lane has left; an idle lane hashes the spare item and is not stored.
    uint32_t run = 255;
    for (int lane = 0; lane < 4; lane++)
      if (left[lane] && left[lane] < run) run = left[lane];
    for (uint32_t i = 0; i < run; i++) {
      load(sibling, other);
      merge(node, other, recipe);
      for (int lane = 0; lane < 4; lane++)
        if (left[lane]) sibling[lane] += 32;
    }
    for (int lane = 0; lane < 4; lane++)
      if (left[lane]) left[lane] -= run;
  }
}
