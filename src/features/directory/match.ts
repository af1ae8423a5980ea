import { slot, type Slot } from '#widgets/filters/slots.ts';

/** A condition on one field, in all the ways that the interface offers: `{exists, eq, ne, in[], nin[]}`. */
export type Match =
  | { readonly how: 'present' }
  | { readonly how: 'absent' }
  | { readonly how: 'any-of'; readonly values: readonly string[] }
  | { readonly how: 'none-of'; readonly values: readonly string[] };

/** The interface's argument for a match. */
export interface MatchArgument {
  readonly exists?: boolean;
  readonly eq?: string;
  readonly ne?: string;
  readonly in?: string[];
  readonly nin?: string[];
}

/** How a field's values are written. */
export interface ValueForm {
  readonly allowed: RegExp;
  /** As it is compared: upper case for what is written so, lower case for hexadecimal. */
  readonly normal: (text: string) => string;
}

const upper = (text: string): string => text.toUpperCase();
const lower = (text: string): string => text.toLowerCase();

export const forms = {
  id: { allowed: /^[0-9a-f]{24}$/, normal: lower },
  EVMAddress: {
    allowed: /^0x[0-9a-f]{40}$/,
    normal: (text) => (/^[0-9a-f]{40}$/i.test(text) ? `0x${lower(text)}` : lower(text)),
  },
  serialNumber: { allowed: /^[A-Z0-9Ñ&/ -]{1,64}$/u, normal: upper },
  RFC: { allowed: /^[A-Z0-9Ñ&]{1,20}$/u, normal: upper },
  hex: {
    // Whole bytes, as the interface takes them (Rule WI-12); a serial number is also copied with colons or spaces.
    allowed: /^([0-9a-f]{2}){1,64}$/,
    normal: (text) => lower(text).replace(/^0x|[:\s]/g, ''),
  },
  whole: { allowed: /^\d{1,9}$/, normal: (text) => text.replace(/^0+(?=\d)/, '') },
  country: { allowed: /^[\p{L}. -]{1,60}$/u, normal: (text) => (text.length <= 3 ? upper(text) : text) },
} as const satisfies Record<string, ValueForm>;

/** So many fit into an address that every service takes (Rule WI-1: 16 KiB). */
export const mostValues = 150;

/** Values as they were typed or pasted, one to a line or parted by commas; and those that can be none. */
export function readValues(typed: string, form: ValueForm): { values: string[]; wrong: string[] } {
  const texts = typed
    .split(/[\n\r,;\t]+/)
    .map((text) => form.normal(text.trim().normalize('NFC')))
    .filter((text) => text !== '');
  const unique = [...new Set(texts)];
  return {
    values: unique.filter((text) => form.allowed.test(text)),
    wrong: unique.filter((text) => !form.allowed.test(text)),
  };
}

/** In the address: `*` present, `-` absent, `a,b` any of them, `!a,b` none of them. */
export const matchSlot = (name: string, form: ValueForm): Slot<Match | undefined> =>
  slot(name, (text) => readMatch(text ?? '', form), writeMatch);

function readMatch(text: string, form: ValueForm): Match | undefined {
  if (text === '*') return { how: 'present' };
  if (text === '-') return { how: 'absent' };
  const negated = text.startsWith('!');
  const { values } = readValues(negated ? text.slice(1) : text, form);
  if (values.length === 0) return undefined;
  return { how: negated ? 'none-of' : 'any-of', values: values.slice(0, mostValues) };
}

function writeMatch(match: Match | undefined): string | undefined {
  if (!match) return undefined;
  if (match.how === 'present') return '*';
  if (match.how === 'absent') return '-';
  return `${match.how === 'none-of' ? '!' : ''}${match.values.join(',')}`;
}

export function argumentOf(match: Match): MatchArgument {
  if (match.how === 'present' || match.how === 'absent') return { exists: match.how === 'present' };
  const [only] = match.values;
  const one = match.values.length === 1 ? only : undefined;
  if (match.how === 'any-of') return one === undefined ? { in: [...match.values] } : { eq: one };
  return one === undefined ? { nin: [...match.values] } : { ne: one };
}
