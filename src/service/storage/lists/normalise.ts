/**
 * The form in which text is searched: without case and accents (Rule WI-7). Written by us beside the text it is
 * made from, because neither database offers it without an extension.
 */
export function normalised(text: string | null | undefined): string {
  return (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC');
}

/** A LIKE pattern that finds a literal text anywhere; the escape is LIKE's own, a backslash. */
export const containsPattern = (needle: string): string => `%${escapeLike(needle)}%`;
export const startsPattern = (needle: string): string => `${escapeLike(needle)}%`;
export const endsPattern = (needle: string): string => `%${escapeLike(needle)}`;

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
