interface UnsavedRecord {
  readonly id: string;
  readonly scope: string;
  readonly updatedAt: string;
}

/**
 * Records that were being changed when their page went away, until the database has them: the browser aborts database
 * writes that begin then.
 *
 * @param prefix of their names in local storage
 * @param parse undefined for what cannot be read
 */
export function unsavedRecords<R extends UnsavedRecord>(
  prefix: string,
  parse: (record: unknown) => R | undefined,
) {
  const read = (text: string | null): readonly R[] => {
    try {
      return [parse(JSON.parse(text ?? ''))].flatMap((record) => record ?? []);
    } catch {
      return [];
    }
  };
  const all = (): readonly R[] => {
    try {
      return Object.keys(localStorage)
        .filter((name) => name.startsWith(prefix))
        .flatMap((name) => read(localStorage.getItem(name)));
    } catch {
      return [];
    }
  };
  /** Forgets a record, unless it is newer than `updatedAt`. */
  const remove = (id: string, updatedAt?: string): void => {
    if (updatedAt !== undefined && all().some((one) => one.id === id && one.updatedAt > updatedAt)) return;
    try {
      localStorage.removeItem(prefix + id);
    } catch {
      // Closed: nothing is in it.
    }
  };
  return {
    /** @returns whether it was stored */
    save: (record: R): boolean => {
      try {
        localStorage.setItem(prefix + record.id, JSON.stringify(record));
        return true;
      } catch {
        // Storage is closed or full: only what the database already has remains.
        return false;
      }
    },
    list: (scope: string): readonly R[] => all().filter((record) => record.scope === scope),
    remove,
    /** Forgets all of a scope, or without one all. */
    erase: (scope?: string): void => {
      for (const record of all()) if (scope === undefined || record.scope === scope) remove(record.id);
    },
  };
}
