// Items of 32 bytes in and out of lanes, their hex text, and their order.

#pragma once
#include "sha256.h"

#define SWAP(x) wasm_i8x16_shuffle(x, x, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)

// Four words of four items and back: a 4×4 transposition.
static inline void transpose(word a, word b, word c, word d, word out[4]) {
  word ab = wasm_i32x4_shuffle(a, b, 0, 4, 1, 5), cd = wasm_i32x4_shuffle(c, d, 0, 4, 1, 5);
  word AB = wasm_i32x4_shuffle(a, b, 2, 6, 3, 7), CD = wasm_i32x4_shuffle(c, d, 2, 6, 3, 7);
  out[0] = wasm_i64x2_shuffle(ab, cd, 0, 2);
  out[1] = wasm_i64x2_shuffle(ab, cd, 1, 3);
  out[2] = wasm_i64x2_shuffle(AB, CD, 0, 2);
  out[3] = wasm_i64x2_shuffle(AB, CD, 1, 3);
}

// Four items of 32 bytes (big-endian words) into eight words of four lanes.
static inline void load(const uint8_t *const item[4], word out[8]) {
  for (int half = 0; half < 2; half++) {
    word v[4];
    for (int i = 0; i < 4; i++) {
      word x = wasm_v128_load(item[i] + 16 * half);
      v[i] = SWAP(x);
    }
    transpose(v[0], v[1], v[2], v[3], out + 4 * half);
  }
}

static inline void store(uint8_t *const item[4], const word in[8]) {
  for (int half = 0; half < 2; half++) {
    word v[4];
    transpose(in[4 * half], in[4 * half + 1], in[4 * half + 2], in[4 * half + 3], v);
    for (int i = 0; i < 4; i++) wasm_v128_store(item[i] + 16 * half, SWAP(v[i]));
  }
}

// The sixteen words of the lower-case hex text of eight words.
static inline void hex_text(const word in[8], word out[16]) {
  const word digits = wasm_i8x16_const('0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f');
  const word nibbles = wasm_i32x4_const_splat(0x0f0f0f0f), bytes = wasm_i32x4_const_splat(0x00ff00ff);
  const word low = wasm_i32x4_const_splat(0x0000ffff);
  for (int i = 0; i < 16; i++) {
    word x = i & 1 ? AND(in[i >> 1], low) : SHR(in[i >> 1], 16);
    x = AND(wasm_v128_or(x, SHL(x, 8)), bytes);
    x = AND(wasm_v128_or(x, SHL(x, 4)), nibbles);
    out[i] = wasm_i8x16_swizzle(digits, x);
  }
}

// min ‖ max of two items per lane, as unsigned numbers (the order of their bytes and of their hex text).
static inline void sort(const word a[8], const word b[8], word lesser[8], word greater[8]) {
  word less = wasm_i32x4_const_splat(0);
  for (int i = 7; i >= 0; i--)
    less = wasm_v128_or(wasm_u32x4_lt(a[i], b[i]), AND(wasm_i32x4_eq(a[i], b[i]), less));
  for (int i = 0; i < 8; i++) {
    lesser[i] = wasm_v128_bitselect(a[i], b[i], less);
    greater[i] = wasm_v128_bitselect(b[i], a[i], less);
  }
}
