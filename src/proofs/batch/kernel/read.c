// The fast path of the reader: witnesses in their plain form, straight into the buffers.
//
// Whatever is not plainly right (an escape in a key, a key said twice, a hash of another length, a text cut off
// by the end of the window) ends the run before that witness, and the reader in TypeScript reads it again by
// its own rules. So this file can only be fast or slow; what is accepted and refused is decided there.

#include "buffers.h"
#include "json.h"

enum { MAX_DEPTH = 64, NO_PROOF = 255 };

static uint8_t window[WINDOW + SLACK] __attribute__((aligned(16)));
static uint8_t roots[MAX_NODES * ITEM] __attribute__((aligned(16)));

EXPORT("window") uint8_t *window_at(void) { return window; }
EXPORT("window_size") uint32_t window_size(void) { return WINDOW; }
EXPORT("roots") uint8_t *roots_at(void) { return roots; }

// The values of sixteen hex digits, and whether all of them are.
static inline v128_t nibbles(v128_t x, v128_t *valid) {
  v128_t lower = wasm_v128_or(x, wasm_i8x16_const_splat(0x20));
  v128_t digit = wasm_u8x16_lt(wasm_i8x16_sub(x, wasm_i8x16_const_splat('0')), wasm_i8x16_const_splat(10));
  v128_t letter = wasm_u8x16_lt(wasm_i8x16_sub(lower, wasm_i8x16_const_splat('a')), wasm_i8x16_const_splat(6));
  *valid = wasm_v128_and(*valid, wasm_v128_or(digit, letter));
  return wasm_i8x16_add(wasm_v128_and(x, wasm_i8x16_const_splat(15)), wasm_v128_and(letter, wasm_i8x16_const_splat(9)));
}

// A string of 64 hex digits, with or without 0x, as 32 bytes.
static inline text hash(text p, uint8_t *out) {
  if (*p++ != '"') return 0;
  if (p[0] == '0' && p[1] == 'x') p += 2;
  const v128_t bytes = wasm_i16x8_const_splat(0x00ff);
  v128_t valid = wasm_i8x16_const_splat(-1);
  for (int half = 0; half < 2; half++) {
    v128_t a = nibbles(wasm_v128_load(p + 32 * half), &valid);
    v128_t b = nibbles(wasm_v128_load(p + 32 * half + 16), &valid);
    a = wasm_v128_and(wasm_v128_or(wasm_i16x8_shl(a, 4), wasm_u16x8_shr(a, 8)), bytes);
    b = wasm_v128_and(wasm_v128_or(wasm_i16x8_shl(b, 4), wasm_u16x8_shr(b, 8)), bytes);
    wasm_v128_store(out + 16 * half, wasm_u8x16_narrow_i16x8(a, b));
  }
  return wasm_i8x16_all_true(valid) && p[64] == '"' ? p + 65 : 0;
}

static inline int same(text p, const char *name, int length) {
  for (int i = 0; i < length; i++)
    if (p[i] != (uint8_t)name[i]) return 0;
  return 1;
}

// A key without escapes, its colon, and the place of the value; `length` bytes of key at `*key`.
static inline text member(text p, text *key, int *length) {
  if (*p++ != '"') return 0;
  *key = p;
  while (*p != '"') {
    if (*p < 0x20 || *p >= 0x7f || *p == '\\') return 0;
    p++;
  }
  *length = (int)(p - *key);
  p = blanks(p + 1);
  return *p == ':' ? blanks(p + 1) : 0;
}

static text proof_items(text p, uint8_t *out, uint32_t room, uint32_t *depth) {
  uint32_t count = 0;
  if (*p++ != '[') return 0;
  p = blanks(p);
  if (*p != ']')
    for (;;) {
      if (count == MAX_DEPTH || count == room || !(p = hash(p, out + 32 * count))) return 0;
      count++;
      if (*p != ',') p = blanks(p);
      if (*p == ']') break;
      if (*p != ',') return 0;
      p = blanks(p + 1);
    }
  *depth = count;
  return p + 1;
}

static text merkleized(text p, uint8_t *root, uint8_t *items, uint32_t room, uint32_t *depth) {
  int seen = 0, length;
  text key;
  if (*p != '{') return 0;
  p = blanks(p + 1);
  for (;;) {
    if (!(p = member(p, &key, &length))) return 0;
    if (length == 11 && same(key, "merkleProof", 11)) {
      if (seen & 1 || !(p = proof_items(p, items, room, depth))) return 0;
      seen |= 1;
    } else if (length == 10 && same(key, "merkleRoot", 10)) {
      if (seen & 2 || !(p = hash(p, root))) return 0;
      seen |= 2;
    } else if (!(p = value(p, 2))) {
      return 0;
    }
    p = blanks(p);
    if (*p == '}') return seen == 3 ? p + 1 : 0;
    if (*p != ',') return 0;
    p = blanks(p + 1);
  }
}

static text witness(text p, uint8_t *node, uint8_t *root, uint8_t *items, uint32_t room, uint32_t *depth) {
  int seen = 0, length;
  text key;
  *depth = NO_PROOF;
  if (*p != '{') return 0;
  p = blanks(p + 1);
  for (;;) {
    if (!(p = member(p, &key, &length))) return 0;
    if (length == 4 && same(key, "hash", 4)) {
      if (seen & 1 || !(p = hash(p, node))) return 0;
      seen |= 1;
    } else if (length == 10 && same(key, "merkleized", 10)) {
      if (seen & 2) return 0;
      p = *p == 'n' ? value(p, 1) : merkleized(p, root, items, room, depth);
      if (!p) return 0;
      seen |= 2;
    } else if (!(p = value(p, 1))) {
      return 0;
    }
    p = blanks(p);
    if (*p == '}') return seen & 1 ? p + 1 : 0;
    if (*p != ',') return 0;
    p = blanks(p + 1);
  }
}

static uint32_t elements_read, siblings_read;

EXPORT("elements_read") uint32_t get_elements_read(void) { return elements_read; }
EXPORT("siblings_read") uint32_t get_siblings_read(void) { return siblings_read; }

// Reads witnesses separated by commas from window[from]. Hashes, roots, depths (255: no proof) and siblings
// are left in the buffers above. Returns the place after the last witness that was read.
EXPORT("read_elements") uint32_t read_elements(uint32_t from) {
  text p = window + from, end = p;
  elements_read = siblings_read = 0;
  while (elements_read < MAX_NODES) {
    uint32_t depth;
    p = witness(p, nodes + 32 * elements_read, roots + 32 * elements_read, siblings + 32 * siblings_read,
                MAX_SIBLINGS - siblings_read, &depth);
    if (!p) break;
    depths[elements_read++] = (uint8_t)depth;
    if (depth != NO_PROOF) siblings_read += depth;
    end = p;
    p = blanks(p);
    if (*p != ',') break;
    p = blanks(p + 1);
  }
  return (uint32_t)(end - window);
}
