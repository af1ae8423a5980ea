import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { m } from '#words/words.ts';

const root = new URL('../../', import.meta.url);
const languages = ['en', 'es-MX'] as const;

const keysOf = (language: string): string[] => {
  const folder = new URL(`src/words/${language}/`, root);
  return readdirSync(folder)
    .flatMap((file) => Object.keys(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as object))
    .filter((key) => !key.startsWith('$'))
    .sort();
};

/** Every word that a source says, as `m.some_key`. */
function said(): Set<string> {
  const files = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('compiled'),
  );
  const texts = files.map((file) => readFileSync(new URL(`src/${file}`, root), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(/\bm\.(\w+)/g)].map(([, key = '']) => key)));
}

describe('the catalogues', () => {
  it.each(languages)('have a text for every number of things, whole millions too, in %s', (locale) => {
    const said = [0, 1, 2, 1_000_000, 64_000_000].map((count) =>
      m.witnesses_list_count({ count, shown: String(count) }, { locale }),
    );
    expect(said.map((text) => text.split(' ')[0])).toEqual(['0', '1', '2', '1000000', '64000000']);
    expect(new Set(said.map((text) => text.split(' ')[1])).size).toBe(2);
  });

  it('say every word in both languages, each once', () => {
    const [english, spanish] = languages.map(keysOf);
    expect(english).toEqual(spanish);
    expect(new Set(english).size).toBe(english?.length);
  });

  it('hold no word that nothing says', () => {
    const used = said();
    expect(keysOf('en').filter((key) => !used.has(key))).toEqual([]);
  });
});
