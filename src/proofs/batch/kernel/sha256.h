// SHA-256 (FIPS 180-4) of four messages at a time.
//
// A v128 holds the same 32-bit word of four independent hashes ("lanes").

#pragma once
#include <stdint.h>
#include <wasm_simd128.h>

typedef v128_t word; // word i of four hashes

static const uint32_t INITIAL[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

static const uint32_t ROUND[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

#define ADD wasm_i32x4_add
#define AND wasm_v128_and
#define XOR wasm_v128_xor
#define SHR wasm_u32x4_shr
#define SHL wasm_i32x4_shl
#define ROTR(x, n) wasm_v128_or(SHR(x, n), SHL(x, 32 - (n)))

static inline word sum0(word x) { return XOR(XOR(ROTR(x, 2), ROTR(x, 13)), ROTR(x, 22)); }
static inline word sum1(word x) { return XOR(XOR(ROTR(x, 6), ROTR(x, 11)), ROTR(x, 25)); }
static inline word sigma0(word x) { return XOR(XOR(ROTR(x, 7), ROTR(x, 18)), SHR(x, 3)); }
static inline word sigma1(word x) { return XOR(XOR(ROTR(x, 17), ROTR(x, 19)), SHR(x, 10)); }

// One round. `k` is K[t] + W[t]. Ch(e,f,g) = g ^ (e & (f ^ g)); Maj(a,b,c) = b ^ ((a ^ b) & (b ^ c)), and
// the a ^ b of one round is the b ^ c of the next.
#define STEP(a, b, c, d, e, f, g, h, k)                                                                      \
  {                                                                                                          \
    word first = ADD(ADD(ADD(h, k), XOR(g, AND(e, XOR(f, g)))), sum1(e));                                    \
    word ab = XOR(a, b);                                                                                     \
    d = ADD(d, first);                                                                                       \
    h = ADD(ADD(first, sum0(a)), XOR(b, AND(ab, bc)));                                                       \
    bc = ab;                                                                                                 \
  }

// The compiler would fold a constant table into 16-byte immediates, which engines build from four
// instructions each; behind this it stays one broadcast from memory.
static inline const uint32_t *opaque(const uint32_t *table) {
  __asm__("" : "+r"(table));
  return table;
}

#define K(t) wasm_v128_load32_splat(k + (t))
#define EIGHT(t, x)                                                                                          \
  STEP(a, b, c, d, e, f, g, h, x((t) + 0))                                                                   \
  STEP(h, a, b, c, d, e, f, g, x((t) + 1))                                                                   \
  STEP(g, h, a, b, c, d, e, f, x((t) + 2))                                                                   \
  STEP(f, g, h, a, b, c, d, e, x((t) + 3))                                                                   \
  STEP(e, f, g, h, a, b, c, d, x((t) + 4))                                                                   \
  STEP(d, e, f, g, h, a, b, c, x((t) + 5))                                                                   \
  STEP(c, d, e, f, g, h, a, b, x((t) + 6))                                                                   \
  STEP(b, c, d, e, f, g, h, a, x((t) + 7))

#define BEGIN                                                                                                \
  word a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7], bc = XOR(b, c);
#define END                                                                                                  \
  s[0] = ADD(s[0], a), s[1] = ADD(s[1], b), s[2] = ADD(s[2], c), s[3] = ADD(s[3], d), s[4] = ADD(s[4], e),   \
  s[5] = ADD(s[5], f), s[6] = ADD(s[6], g), s[7] = ADD(s[7], h);

// Compresses one block of sixteen words into the state `s`; `w` is used up.
static __attribute__((noinline)) void compress(word s[8], word w[16]) {
  const uint32_t *k = opaque(ROUND);
  BEGIN
#define GIVEN(i) ADD(w[i], K(i))
  EIGHT(0, GIVEN)
  EIGHT(8, GIVEN)
#define NEXT(i)                                                                                              \
  ADD(w[(i)&15] = ADD(ADD(w[(i)&15], sigma0(w[((i) + 1) & 15])),                                             \
                      ADD(w[((i) + 9) & 15], sigma1(w[((i) + 14) & 15]))),                                   \
      K(i))
  for (int t = 16; t < 64; t += 16) {
    k += 16;
    EIGHT(0, NEXT)
    EIGHT(8, NEXT)
  }
  END
}

// A padding block is the same for every hash of one length: K + W is a table of scalars.
static uint32_t padding_64[64], padding_128[64];

static __attribute__((noinline)) void compress_padding(word s[8], const uint32_t *table) {
  const uint32_t *k = opaque(table);
  BEGIN
  for (int t = 0; t < 64; t += 16) {
    EIGHT(0, K)
    EIGHT(8, K)
    k += 16;
  }
  END
}

static inline uint32_t rotr(uint32_t x, int n) { return x >> n | x << (32 - n); }

static void prepare_padding(uint32_t table[64], uint32_t bits) {
  uint32_t w[64] = {0};
  w[0] = 0x80000000;
  w[15] = bits;
  for (int t = 0; t < 64; t++) {
    if (t >= 16)
      w[t] = w[t - 16] + w[t - 7] + (rotr(w[t - 15], 7) ^ rotr(w[t - 15], 18) ^ w[t - 15] >> 3) +
             (rotr(w[t - 2], 17) ^ rotr(w[t - 2], 19) ^ w[t - 2] >> 10);
    table[t] = w[t] + ROUND[t];
  }
}

static inline void initial(word s[8]) {
  const uint32_t *h = opaque(INITIAL);
  for (int i = 0; i < 8; i++) s[i] = wasm_v128_load32_splat(h + i);
}
