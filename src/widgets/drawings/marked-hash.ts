/** A hash cut to what fits, with the bytes that differ from the stored one always in sight. */

export interface Piece {
  readonly kind: 'text' | 'dots' | 'differs';
  readonly text: string;
  /** Where it begins in the whole value. */
  readonly at: number;
}

/** A byte that differs: its number from 1, what it was, what it is. */
export interface ByteChange {
  readonly byte: number;
  readonly was: string;
  readonly is: string;
}

/** The bytes that differ, in order. Values of different length differ from where one of them ends. */
export function byteChanges(value: string, stored: string): ByteChange[] {
  const changes: ByteChange[] = [];
  for (let at = 0; at < Math.max(value.length, stored.length); at += 2) {
    const [is, was] = [value.slice(at, at + 2), stored.slice(at, at + 2)];
    if (is !== was) changes.push({ byte: at / 2 + 1, was, is });
  }
  return changes;
}

/**
 * The pieces to show: `head` characters, `tail` characters, and between them a changed byte with two characters
 * around it. A value of which more than two bytes changed is marked by no byte: it is another value.
 */
export function piecesOf(value: string, stored: string | undefined, head = 10, tail = 8): Piece[] {
  const changed = new Set<number>();
  for (const { byte } of stored === undefined ? [] : byteChanges(value, stored)) {
    changed.add(2 * byte - 2).add(2 * byte - 1);
  }
  const few = changed.size <= 4;
  const hidden = few && [...changed].some((at) => at >= head && at < value.length - tail);
  const [first, last] = hidden ? [4, 6] : [head, tail];
  const isShown = (at: number): boolean =>
    value.length <= head + tail + 3 ||
    at < first ||
    at >= value.length - last ||
    (few && [-2, -1, 0, 1, 2].some((off) => changed.has(at + off)));
  const pieces: Piece[] = [];
  for (let at = 0; at < value.length; at++) {
    const kind = !isShown(at) ? 'dots' : few && changed.has(at) ? 'differs' : 'text';
    const open = pieces.at(-1);
    if (open?.kind === kind) {
      if (kind !== 'dots') pieces[pieces.length - 1] = { ...open, text: open.text + (value[at] ?? '') };
    } else {
      pieces.push({ kind, text: kind === 'dots' ? '…' : (value[at] ?? ''), at });
    }
  }
  return pieces;
}
