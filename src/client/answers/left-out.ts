/**
 * Fields of the newest answer of each operation that could not be read and were left out, while the tab is open. Names
 * of fields, never a value.
 */
export type LeftOut = Readonly<Record<string, readonly string[]>>;

const none: LeftOut = {};
const leftOutByScope = new Map<string, LeftOut>();
const listeners = new Set<() => void>();

/** Notes the fields that an answer left out; an answer without any clears the entry of its operation. */
export function noteLeftOut(scope: string, operation: string, fields: readonly string[]): void {
  const before = leftOutByScope.get(scope) ?? none;
  if (fields.length === 0 && !(operation in before)) return;
  const others = Object.entries(before).filter(([name]) => name !== operation);
  leftOutByScope.set(
    scope,
    Object.fromEntries(fields.length > 0 ? [...others, [operation, fields]] : others),
  );
  for (const listener of listeners) listener();
}

/** @param scope of a client */
export const leftOut = {
  of: (scope: string): LeftOut => leftOutByScope.get(scope) ?? none,
  /** Removes the entries of a scope that is no longer open. */
  forget: (scope: string): void => {
    if (!leftOutByScope.delete(scope)) return;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
