import { readDraft, type Draft } from './draft-shape.ts';

const prefix = 'testigo.unsaved-draft.';

/** Drafts that were being changed when their page went away, until the database has them. */
export const unsavedDrafts = {
  /** @returns whether it was stored */
  save: (draft: Draft): boolean => {
    try {
      localStorage.setItem(prefix + draft.id, JSON.stringify(draft));
      return true;
    } catch {
      // Storage is closed or full: only what the database already has remains.
      return false;
    }
  },
  list: (scope: string): readonly Draft[] => all().filter((draft) => draft.scope === scope),
  /** Forgets a draft, unless it is newer than `updatedAt`. */
  remove: (id: string, updatedAt?: string): void => {
    if (updatedAt !== undefined && all().some((draft) => draft.id === id && draft.updatedAt > updatedAt))
      return;
    try {
      localStorage.removeItem(prefix + id);
    } catch {
      // Closed: nothing is in it.
    }
  },
  /** Forgets all of a scope, or without one all. */
  erase: (scope?: string): void => {
    for (const draft of all())
      if (scope === undefined || draft.scope === scope) unsavedDrafts.remove(draft.id);
  },
};

function all(): readonly Draft[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => read(localStorage.getItem(name)));
  } catch {
    return [];
  }
}

function read(text: string | null): readonly Draft[] {
  try {
    return [readDraft(JSON.parse(text ?? ''))].flatMap((draft) => draft ?? []);
  } catch {
    return [];
  }
}
