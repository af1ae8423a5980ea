import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Words that screens do not say, by language: a term of the field or a plainer word stands in their place. */
const retired: Readonly<Record<string, readonly RegExp[]>> = {
  'es-MX': [
    /\barchivo de caso\b/i,
    /\bresumen SHA/i,
    /\bdigest\b/i,
    /\bcamino\b/i,
    /\bsello de un tercero\b/i,
    /\bAprobad[oa]s?\b/,
    /\bFalló la (?:revisión|comprobación)\b/,
    /\bIndeterminad[oa]s?\b/,
    /\bFijad[oa]s?\b/,
    /\bfijar\b/i,
    /\bpines?\b/i,
    /\bRPC\b/,
    /\breclamación(?:es)?\b/i,
    /\bhech[oa] por la interfaz\b/i,
    /\bUnos 1\b/,
    /\bNinguno ve\b/,
    /\bA nadie se le preguntó\b/,
    /\bNo creerle a nadie\b/,
    /\ben su propia terminal\b/,
    /\busted(?:es)?\b/i,
  ],
  en: [
    /\bevidence file\b/i,
    /\bdigest\b/i,
    /\bconstancia\b/i,
    /\bconservation\b/i,
    /\bpin(?:ned|s|ning)?\b/i,
    /\bRPC\b/,
    /\bIOUs?\b/,
    /\bmatters? waits?\b/i,
    /\bis still missing\b/i,
    /\bBelieving nobody\b/i,
    /\bNothing in it is real\b/i,
    /\bhangs on\b/i,
    /\btold\b/i,
  ],
};

/** Every text of a message, whether it is one text or one for each plural. */
function textsOf(message: unknown): string[] {
  if (typeof message === 'string') return [message];
  if (Array.isArray(message)) return message.flatMap(textsOf);
  if (typeof message !== 'object' || message === null) return [];
  return Object.entries(message).flatMap(([key, value]) =>
    key === 'declarations' || key === 'selectors' ? [] : textsOf(value),
  );
}

describe.each(Object.entries(retired))('the texts of screens in %s', (language, words) => {
  const folder = new URL(`../../i18n/${language}/`, import.meta.url);
  const messages = readdirSync(folder).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, unknown>),
  );

  it('say no retired word', () => {
    const found = messages
      .flatMap(([key, message]) =>
        textsOf(message).map((text) => ({ key, text: text.replaceAll(/\{\w+\}/g, '') })),
      )
      .filter(({ text }) => words.some((word) => word.test(text)));
    expect(found).toEqual([]);
  });

  it('are read by this test', () => {
    expect(messages.flatMap(([, message]) => textsOf(message)).length).toBeGreaterThan(3_000);
  });
});
