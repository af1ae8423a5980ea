/**
 * What of the newest answer of each operation could not be read and was left out, while the tab is open. Names of
 * fields, never a value.
 */
export type LeftOut = Readonly<Record<string, readonly string[]>>;

const none: LeftOut = {};
const books = new Map<string, LeftOut>();
const listeners = new Set<() => void>();

/** Notes an answer; one of which everything could be read clears what was said of its operation. */
export function noteLeftOut(scope: string, operation: string, fields: readonly string[]): void {
  const before = books.get(scope) ?? none;
  if (fields.length === 0 && !(operation in before)) return;
  const others = Object.entries(before).filter(([name]) => name !== operation);
  books.set(scope, Object.fromEntries(fields.length > 0 ? [...others, [operation, fields]] : others));
  for (const listener of listeners) listener();
}

/** @param scope of a client */
export const leftOut = {
  of: (scope: string): LeftOut => books.get(scope) ?? none,
  /** What was said of what is no longer looked at. */
  forget: (scope: string): void => {
    if (!books.delete(scope)) return;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
