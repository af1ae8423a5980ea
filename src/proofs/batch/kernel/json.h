// Passing over JSON (RFC 8259) without building anything.
//
// The text of a window ends in zero bytes, and no zero byte is ever part of JSON, so nothing below needs to
// ask where the end is: whatever is cut off does not parse. A function returns the place after what it read,
// or null for everything that is not plainly right; null is not an error, it only means "not here".

#pragma once
#include <stdint.h>
#include <wasm_simd128.h>

#define MAX_NESTING 32

typedef const uint8_t *text;

static inline text blanks(text p) {
  while (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t') p++;
  return p;
}

static inline int is_digit(uint8_t c) { return (uint8_t)(c - '0') < 10; }
static inline int is_hex(uint8_t c) { return is_digit(c) || (uint8_t)((c | 32) - 'a') < 6; }
static inline int is_tail(uint8_t c) { return (c & 0xc0) == 0x80; }

// A character of more than one byte: the well-formed sequences of the Unicode Standard, table 3-7.
static text wide_character(text p) {
  uint8_t a = p[0], b = p[1];
  if (a < 0xc2 || a > 0xf4 || !is_tail(b)) return 0;
  if (a < 0xe0) return p + 2;
  if (!is_tail(p[2])) return 0;
  if (a < 0xf0) return (a == 0xe0 && b < 0xa0) || (a == 0xed && b > 0x9f) ? 0 : p + 3;
  if (!is_tail(p[3]) || (a == 0xf0 && b < 0x90) || (a == 0xf4 && b > 0x8f)) return 0;
  return p + 4;
}

// `p` is after the opening quote; the result is after the closing one.
static text string(text p) {
  const v128_t quote = wasm_i8x16_const_splat('"'), slash = wasm_i8x16_const_splat('\\');
  for (;;) {
    v128_t x = wasm_v128_load(p);
    v128_t odd = wasm_v128_or(wasm_v128_or(wasm_i8x16_eq(x, quote), wasm_i8x16_eq(x, slash)),
                              wasm_i8x16_lt(x, wasm_i8x16_const_splat(0x20))); // signed: also every byte ≥ 0x80
    uint32_t at = wasm_i8x16_bitmask(odd);
    if (!at) {
      p += 16;
      continue;
    }
    p += __builtin_ctz(at);
    if (*p == '"') return p + 1;
    if (*p >= 0x80) {
      if (!(p = wide_character(p))) return 0;
    } else if (*p == '\\') {
      switch (p[1]) {
      case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't':
        p += 2;
        break;
      case 'u':
        if (!is_hex(p[2]) || !is_hex(p[3]) || !is_hex(p[4]) || !is_hex(p[5])) return 0;
        p += 6;
        break;
      default:
        return 0;
      }
    } else {
      return 0;
    }
  }
}

static text digits(text p) {
  if (!is_digit(*p)) return 0;
  while (is_digit(*p)) p++;
  return p;
}

static text number(text p) {
  if (*p == '-') p++;
  if (*p == '0') p++;
  else if (!(p = digits(p))) return 0;
  if (*p == '.' && !(p = digits(p + 1))) return 0;
  if (*p == 'e' || *p == 'E') {
    p++;
    if (*p == '+' || *p == '-') p++;
    if (!(p = digits(p))) return 0;
  }
  return p;
}

// Any value, passed over.
static text value(text p, int nesting) {
  switch (*p) {
  case '"':
    return string(p + 1);
  case 't':
    return p[1] == 'r' && p[2] == 'u' && p[3] == 'e' ? p + 4 : 0;
  case 'f':
    return p[1] == 'a' && p[2] == 'l' && p[3] == 's' && p[4] == 'e' ? p + 5 : 0;
  case 'n':
    return p[1] == 'u' && p[2] == 'l' && p[3] == 'l' ? p + 4 : 0;
  case '{':
  case '[': {
    uint8_t close = *p == '{' ? '}' : ']';
    if (nesting >= MAX_NESTING) return 0;
    p = blanks(p + 1);
    if (*p == close) return p + 1;
    for (;;) {
      if (close == '}') {
        if (*p != '"' || !(p = string(p + 1))) return 0;
        p = blanks(p);
        if (*p != ':') return 0;
        p = blanks(p + 1);
      }
      if (!(p = value(p, nesting + 1))) return 0;
      p = blanks(p);
      if (*p == close) return p + 1;
      if (*p != ',') return 0;
      p = blanks(p + 1);
    }
  }
  default:
    return number(p);
  }
}
