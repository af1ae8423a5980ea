import { plainText } from '#ui/formats/plain-text.ts';
import { readDay } from './read-day.ts';

/** What a pasted text is, by its form alone; whether it exists only the service knows. */
export type Recognised =
  | { readonly kind: 'id'; readonly value: string }
  | { readonly kind: 'hash'; readonly value: string }
  | { readonly kind: 'transaction'; readonly value: string }
  | { readonly kind: 'address'; readonly value: string }
  /** An endorsement: the hash of its block, and its place in the log (Rule EE-1). */
  | { readonly kind: 'event'; readonly value: string }
  | { readonly kind: 'md5'; readonly value: string }
  /** A token's number, which is the hash of its document. */
  | { readonly kind: 'token'; readonly value: string }
  /** Hexadecimal that is shorter than a hash. */
  | { readonly kind: 'prefix'; readonly value: string }
  /** A day, as `2026-11-26`. */
  | { readonly kind: 'day'; readonly value: string }
  /** A place of this app, pasted as a whole link. */
  | { readonly kind: 'place'; readonly value: string }
  | { readonly kind: 'text'; readonly value: string };

/**
 * Reads a pasted text. Quotes, spaces, separators inside hexadecimal and upper or lower case do not
 * count; `0x` tells a chain's values from those of the service.
 *
 * @param origin of this page: links of other sites are plain text
 * @param today where the reader is, as `2026-11-26`: for words that name a day by it
 */
export function recognise(pasted: string, origin: string, today?: string): Recognised {
  const text = pasted
    .trim()
    .replace(/^["'«“<(]+|["'»”>).,;]+$/g, '')
    .trim();
  if (/^https?:\/\//i.test(text)) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url?.origin === origin
      ? { kind: 'place', value: url.pathname + url.search }
      : { kind: 'text', value: text };
  }
  const event = text.toLowerCase();
  if (/^(0x)?[0-9a-f]{64}-(0x)?[0-9a-f]{1,8}$/.test(event)) return { kind: 'event', value: event };
  const hex = text.toLowerCase().replace(/[\s:-]/g, '');
  if (/^0x[0-9a-f]{64}$/.test(hex)) return { kind: 'transaction', value: hex };
  if (/^0x[0-9a-f]{40}$/.test(hex)) return { kind: 'address', value: hex };
  if (/^[0-9a-f]{64}$/.test(hex)) return { kind: 'hash', value: hex };
  if (/^[0-9a-f]{24}$/.test(hex)) return { kind: 'id', value: hex };
  if (/^[0-9a-f]{32}$/.test(hex)) return { kind: 'md5', value: hex };
  const day = readDay(text, today);
  if (day !== undefined) return { kind: 'day', value: day };
  if (/^\d{25,78}$/.test(text)) return { kind: 'token', value: text };
  // Without a digit it is rather a word, and with blanks several.
  if (/^(?=.*\d)[0-9a-f]{5,63}$/i.test(text)) return { kind: 'prefix', value: text.toLowerCase() };
  return { kind: 'text', value: text };
}

/** Whether every word of what was typed occurs, accents and case aside. */
export function mentions(label: string, typed: string): boolean {
  const within = plainText(label);
  return plainText(typed)
    .split(/\s+/)
    .every((word) => within.includes(word));
}
