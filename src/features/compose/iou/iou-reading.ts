/** Where something stands in a text: from, up to. */
export type Span = readonly [number, number];

/** What the text was found to say of one field. */
export interface Finding {
  readonly holds: boolean;
  /** What stands in the text and contradicts the field; absent where the text says nothing of it. */
  readonly said?: string | undefined;
}

/**
 * Upper case without accents, single spaces, and no points but those between digits: texts are compared by their
 * words. Line ends stay.
 */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('−', '-')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/(?<!\d)\.|\.(?!\d)/g, '')
    .toUpperCase();
}

/** A pattern of a name in a folded text, however its words are divided into lines; undefined for no name. */
export function namePattern(name: string): string | undefined {
  const words = folded(name).split(/\s+/).filter(Boolean);
  return words.length === 0 ? undefined : words.map((word) => escaped(word)).join('\\s+');
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** The text with something neutral where the spans are. */
export function blanked(text: string, spans: readonly Span[]): string {
  return spans.reduce(
    (rest, [from, to]) => rest.slice(0, from) + '#'.repeat(to - from) + rest.slice(to),
    text,
  );
}

/** Every match of a pattern, with where it ends. */
export function* matchesOf(text: string, pattern: RegExp): Generator<{ from: number; end: number }> {
  for (const match of text.matchAll(pattern)) yield { from: match.index, end: match.index + match[0].length };
}
