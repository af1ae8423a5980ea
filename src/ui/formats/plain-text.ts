/** A text as a search compares it: case and accents do not count, as in the service's own search (Rule WI-7). */
export const plainText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
