import { expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

it('what hides or reorders characters is written out', () => {
  expect(visibleText('Juan\u202Eexe.fdp')).toBe('Juan⟨U+202E⟩exe.fdp');
  expect(visibleText('a\u200Bb\u2066c\u0000')).toBe('a⟨U+200B⟩b⟨U+2066⟩c⟨U+0000⟩');
  expect(visibleText('a\uFE0F ❤\uFE0F')).toBe('a⟨U+FE0F⟩ ❤\uFE0F');
  expect(visibleText('María Ñandú 日本 עברית')).toBe('María Ñandú 日本 עברית');
});

it('a name of 100 kB is cut before anything reads it', () => {
  expect(visibleText('A'.repeat(100_000))).toBe(`${'A'.repeat(512)}…`);
  expect(visibleText('\u202E'.repeat(100_000)).length).toBeLessThan(5_000);
});
