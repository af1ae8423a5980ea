import { expect, it } from 'vitest';
import { shown } from './visible-text.ts';

it('names stay as they are', () => {
  expect(shown('José Ñandú & Cía., S.A. de C.V. «日本» 😀')).toBe(
    'José Ñandú & Cía., S.A. de C.V. «日本» 😀',
  );
});

it.each([
  ['\u202e', '202e'],
  ['\u2066', '2066'],
  ['\u200b', '200b'],
  ['\u200f', '200f'],
  ['\u061c', '61c'],
  ['\ufeff', 'feff'],
  ['\u0000', '0'],
  ['\n', 'a'],
  ['\u007f', '7f'],
  ['\u009b', '9b'],
  ['\u2028', '2028'],
  ['\u00ad', 'ad'],
  ['\u3164', '3164'],
  ['\ufe0f', 'fe0f'],
  ['\u{e0041}', 'e0041'],
  ['\ud800', 'd800'],
])('what hides or reorders is written out: %j', (character, code) => {
  expect(shown(`a${character}b`)).toBe(`a\\u{${code}}b`);
});

it('long text is cut, also in the middle of a pair', () => {
  expect(shown('x'.repeat(512))).toBe('x'.repeat(512));
  expect(shown('x'.repeat(513))).toBe('x'.repeat(512) + '…');
  expect(shown('x'.repeat(511) + '😀😀')).toBe('x'.repeat(511) + '\\u{d83d}…');
});

it('the variation selector of an emoji stays, one after a letter or a digit is written out', () => {
  expect(shown('❤\ufe0f ☎\ufe0e 1\ufe0f A\ufe01')).toBe('❤\ufe0f ☎\ufe0e 1\\u{fe0f} A\\u{fe01}');
});
