/** What was typed into the search of witnesses. */
export type Found =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'hashes'; readonly values: readonly string[] }
  | { readonly kind: 'ids'; readonly values: readonly string[] }
  /** The beginning of a hash: the interface cannot search by it, so the list is read and compared. */
  | { readonly kind: 'prefix'; readonly value: string }
  /** It can be none of these on any service. */
  | { readonly kind: 'nonsense'; readonly reason: 'not-hex' | 'short' | 'long' | 'mixed' | 'many' };

/** So many fit into an address that every service takes (Rule WI-1: 16 KiB). */
export const mostFound = 150;
const shortestPrefix = 4;

/** Reads hashes or ids, one or many, separated by blanks, commas, semicolons or lines. */
export function readFind(typed: string): Found {
  const words = typed
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^(?:sha-?256:|0x)/i, '').toLowerCase())
    // A field of one line may swallow what parted whole hashes.
    .flatMap((word) => (word.length > 64 && word.length % 64 === 0 ? (word.match(/.{64}/g) ?? []) : [word]))
    .filter((word) => word !== '');
  const values = [...new Set(words)];
  const [first] = values;
  if (first === undefined) return { kind: 'nothing' };
  if (!values.every((value) => /^[0-9a-f]+$/.test(value))) return { kind: 'nonsense', reason: 'not-hex' };
  if (values.length > mostFound) return { kind: 'nonsense', reason: 'many' };
  if (values.every(({ length }) => length === 64)) return { kind: 'hashes', values };
  if (values.every(({ length }) => length === 24)) return { kind: 'ids', values };
  if (values.length > 1) return { kind: 'nonsense', reason: 'mixed' };
  if (first.length > 64) return { kind: 'nonsense', reason: 'long' };
  return first.length < shortestPrefix
    ? { kind: 'nonsense', reason: 'short' }
    : { kind: 'prefix', value: first };
}
