import { readdirSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import * as registry from '../../i18n/compiled/registry.js';
import { m } from '#i18n/messages.ts';
import { shortWord } from './short-messages.ts';

const folder = new URL('../../i18n/compiled/messages/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.js') && file !== '_index.js');

type Word = (inputs: object, options: { readonly locale: 'en' | 'es-MX' }) => string;

/** Any name that a text may ask for is a number, which plurals need and texts take. */
const inputsOf = (count: number) => new Proxy({}, { get: () => count });

/** @returns undefined for a word whose name the compiler writes in two ways, which is left as it is */
function evaluated(file: string): { readonly name: string; readonly word: Word } | undefined {
  const source = readFileSync(new URL(file, folder), 'utf8');
  const short = shortWord(source);
  if (short === undefined && / as "\w+" }/.test(source)) return undefined;
  if (short === undefined) throw new Error(`${file} is of a form that is not known.`);
  const name = /export const (\w+)/.exec(short)?.[1] ?? '';
  const said =
    (en: (inputs: object) => string, es: (inputs: object) => string): Word =>
    (inputs, { locale }) =>
      (locale === 'es-MX' ? es : en)(inputs);
  const script = short.replaceAll(/^import .*$/gm, '').replace('export const', 'var');
  const context: Record<string, unknown> = { said, registry };
  runInNewContext(script, context);
  return { name, word: context[name] as Word }; // it was made two lines above
}

describe('short words', () => {
  it('say what the compiled ones say, every one in both languages', () => {
    const compiled = m as unknown as Readonly<Record<string, Word>>; // looked up by names that only this test knows
    expect(files.length).toBeGreaterThan(3000);
    for (const file of files) {
      const short = evaluated(file);
      if (short === undefined) continue;
      const { name, word } = short;
      for (const locale of ['en', 'es-MX'] as const)
        for (const count of [1, 2])
          expect(word(inputsOf(count), { locale }), name).toBe(compiled[name]?.(inputsOf(count), { locale }));
    }
  });

  it('leave alone what is of another form', () => {
    expect(shortWord('export const word = () => "x";')).toBeUndefined();
    expect(shortWord('')).toBeUndefined();
  });
});
