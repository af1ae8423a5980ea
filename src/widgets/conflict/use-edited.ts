import { useEffect, useRef, useState } from 'react';
import type { LeftTyped } from './left-typed.ts';

/** What somebody else wrote while the reader wrote otherwise. */
export interface Conflict {
  readonly theirs: string;
  readonly mine: string;
}

/** Values of the service that are being edited here, while others may change them there. */
export interface Edited<F extends string> {
  /** What stands in the fields: what was typed, and where nothing was, what the service has now. */
  readonly mine: Readonly<Record<F, string>>;
  /** Fields that say otherwise than the service. */
  readonly changed: readonly F[];
  /** Fields that somebody else changed meanwhile, until the reader decides. */
  readonly conflicts: Readonly<Partial<Record<F, Conflict>>>;
  /** What of others will be replaced, as the reader decided knowing it. */
  readonly replaces: Readonly<Partial<Record<F, string>>>;
  readonly write: (field: F, value: string) => void;
  /** The reader's own stays; theirs is replaced when it is saved. */
  readonly keep: (field: F) => void;
  /** Theirs stays; what was typed goes. */
  readonly take: (field: F) => void;
  /** Whether saving replaces nothing that the reader has not seen, given what the service has just said. */
  readonly mayReplace: (fresh: Readonly<Record<F, string>>) => boolean;
}

interface Typed {
  readonly value: string;
  /** What the service had when the reader began to type. */
  readonly base: string;
  /** What the reader has seen of others since then, and decided to replace. */
  readonly seen: string | undefined;
}

/**
 * Keeps what is typed apart from what the service has, so that neither gets lost when both change.
 *
 * @param theirs what the service has by now; the form is rendered again with what it has later
 * @param left where what was typed waits when the form has to go because this tab is signed out
 */
export function useEdited<F extends string>(
  theirs: Readonly<Record<F, string>>,
  left?: LeftTyped,
): Edited<F> {
  const [typed, setTyped] = useState(
    // Under the name of a form only what that form typed is left.
    () => (left?.found() as ReadonlyMap<F, Typed> | undefined) ?? new Map<F, Typed>(),
  );
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  });
  useEffect(() => () => left?.leave(latest.current), [left]);
  const fields = Object.keys(theirs) as F[]; // the keys of the record are the fields
  const isConflict = (field: F, now: string): boolean => {
    const own = typed.get(field);
    return own !== undefined && own.value !== now && now !== own.base && now !== own.seen;
  };
  const mine = Object.fromEntries(
    fields.map((field) => [field, typed.get(field)?.value ?? theirs[field]]),
  ) as Record<F, string>; // one entry for every field
  const change = (field: F, next: Typed | undefined): void =>
    setTyped((before) => {
      const after = new Map<F, Typed>(before);
      if (next) after.set(field, next);
      else after.delete(field);
      return after;
    });
  const conflicts: Partial<Record<F, Conflict>> = {};
  const replaces: Partial<Record<F, string>> = {};
  for (const field of fields) {
    if (isConflict(field, theirs[field])) conflicts[field] = { theirs: theirs[field], mine: mine[field] };
    const own = typed.get(field);
    if (own?.seen === theirs[field] && own.value !== theirs[field]) replaces[field] = theirs[field];
  }
  return {
    mine,
    changed: fields.filter((field) => mine[field].trim() !== theirs[field]),
    conflicts,
    replaces,
    write: (field, value) => {
      const own = typed.get(field);
      const base = own?.base ?? theirs[field];
      // Back to where it began, and nobody changed it: as if nothing had been typed.
      change(field, value === base && base === theirs[field] ? undefined : { value, base, seen: own?.seen });
    },
    keep: (field) => {
      const own = typed.get(field);
      if (own) change(field, { ...own, seen: theirs[field] });
    },
    take: (field) => change(field, undefined),
    mayReplace: (fresh) => fields.every((field) => !isConflict(field, fresh[field])),
  };
}
