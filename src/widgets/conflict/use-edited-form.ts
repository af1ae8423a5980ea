import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useForm, useWatch, type Resolver, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod/mini';
import type { LeftTyped } from './left-typed.ts';

/** Two people changed one field: the value that the service has now, and the one in the form. */
export interface Conflict {
  readonly theirs: string;
  readonly mine: string;
}

type Values<F extends string> = Readonly<Record<F, string>>;
type Rule = z.ZodMiniType<string, string>;
/** One schema per field; it applies where the value differs from the service's. */
type Rules<F extends string> = Readonly<Record<F, Rule>>;

/** A form over values that the service has, which others may change meanwhile. */
export interface EditedForm<F extends string> {
  readonly form: UseFormReturn<Record<F, string>>;
  /** The values in the form: a field that was not edited shows what the service has now. */
  readonly mine: Values<F>;
  /** Fields whose value differs from the service's. */
  readonly changed: readonly F[];
  /** Fields that somebody else changed meanwhile, until the user decides. */
  readonly conflicts: Readonly<Partial<Record<F, Conflict>>>;
  /** Values of others that saving replaces, as the user decided. */
  readonly replaces: Readonly<Partial<Record<F, string>>>;
  /** Counts up each time the user has to decide a conflict. */
  readonly attention: number;
  readonly decide: () => void;
  readonly write: (field: F, value: string) => void;
  /** Decides for the value in the form: saving replaces the service's. */
  readonly keep: (field: F) => void;
  /** Decides for the value of the service: the one in the form is dropped. */
  readonly take: (field: F) => void;
  /**
   * Whether saving replaces nothing that the user has not seen.
   *
   * @param fresh the values that the service has just answered
   */
  readonly mayReplace: (fresh: Values<F>) => boolean;
  /**
   * Submits the form: an open conflict is decided first, and only valid values are saved.
   *
   * @param onUnchanged called where nothing differs from the service
   * @param onSave called with the values of the changed fields, as their schemas parse them
   */
  readonly submit: (
    onUnchanged: () => void,
    onSave: (changed: Readonly<Partial<Record<F, string>>>) => void,
  ) => (event?: SubmitEvent) => void;
}

/** Values of the service that the user has seen, so that saving may replace them. */
interface Seen {
  /** The last value that an unedited field showed. */
  readonly base: string;
  /** The value of a conflict that the user decided for the form. */
  readonly decided?: string | undefined;
}

/** Edited fields as they wait while this tab is signed out. */
type Left<F extends string> = Readonly<Partial<Record<F, Seen & { readonly value: string }>>>;

/**
 * Holds the form in React Hook Form, and detects where others changed what is being edited.
 *
 * @param theirs the values that the service has now, again at each render
 * @param left where edited values wait when the form unmounts because this tab is signed out
 */
export function useEditedForm<F extends string>(
  rules: Rules<F>,
  theirs: Values<F>,
  left?: LeftTyped,
): EditedForm<F> {
  const fields = fieldsOf(theirs);
  const form = useForm<Record<string, string>>({
    resolver: resolverOf(rules, theirs),
    values: theirs,
    resetOptions: { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true },
  });
  const { control, formState, getFieldState, handleSubmit, setValue } = form;
  const { isSubmitted } = formState;
  const write = (field: string, value: string) =>
    setValue(field, value, { shouldDirty: true, shouldValidate: isSubmitted });
  const [seen, setSeen] = useState((): Record<F, Seen> => {
    // Under the name of a form only its own fields are left. The form starts with them, so they are written at once.
    const found = left?.found() as Left<F> | undefined;
    const known = recordOf(fields, (field): Seen => ({ base: theirs[field] }));
    for (const field of fields) {
      const waiting = found?.[field];
      if (!waiting) continue;
      known[field] = waiting;
      write(field, waiting.value);
    }
    return known;
  });
  // Renders again at each change, so what is read from the form below is current.
  const mine = useWatch({ control, compute: (values: Record<F, string>) => values });
  const [attention, setAttention] = useState(0);
  const decide = () => setAttention((before) => before + 1);

  const isEdited = (field: string) => getFieldState(field).isDirty;
  const shown = fields.filter((field) => {
    const { base, decided } = seen[field];
    return !isEdited(field) && (base !== theirs[field] || decided !== undefined);
  });
  if (shown.length > 0) setSeen({ ...seen, ...recordOf(shown, (field): Seen => ({ base: theirs[field] })) });

  const isConflict = (field: F, now: string): boolean => {
    const { base, decided } = seen[field];
    return isEdited(field) && mine[field] !== now && now !== base && now !== decided;
  };
  const conflicts: Partial<Record<F, Conflict>> = {};
  const replaces: Partial<Record<F, string>> = {};
  for (const field of fields) {
    const now = theirs[field];
    if (isConflict(field, now)) conflicts[field] = { theirs: now, mine: mine[field] };
    if (seen[field].decided === now && mine[field] !== now) replaces[field] = now;
  }
  const changed = fields.filter((field) => isChanged(mine[field], theirs[field]));

  const latest = useRef<Left<F>>(undefined);
  useEffect(() => {
    latest.current = recordOf(fields.filter(isEdited), (field) => ({ ...seen[field], value: mine[field] }));
  });
  useEffect(() => () => left?.leave(latest.current), [left]);

  return {
    // Safe: the values of the form are those of the record, so its fields are the only names.
    form: form as UseFormReturn<Record<F, string>>,
    mine,
    changed,
    conflicts,
    replaces,
    attention,
    decide,
    write,
    keep: (field) => setSeen({ ...seen, [field]: { ...seen[field], decided: theirs[field] } }),
    take: (field) => write(field, theirs[field]),
    mayReplace: (fresh) => fields.every((field) => !isConflict(field, fresh[field])),
    submit: (onUnchanged, onSave) => (event) => {
      event?.preventDefault();
      if (Object.keys(conflicts).length > 0) decide();
      else if (changed.length === 0) onUnchanged();
      // Safe: the schema has the changed fields alone.
      else
        void handleSubmit((values) => {
          onSave(values as Partial<Record<F, string>>);
        })(event);
    },
  };
}

/** Spaces around a value do not count, except those that the service has itself. */
const isChanged = (value: string, theirs: string): boolean => value !== theirs && value.trim() !== theirs;

/** What the service already has is accepted, whatever the rules say. */
function resolverOf<F extends string>(rules: Rules<F>, theirs: Values<F>): Resolver<Record<string, string>> {
  return (values, context, options) => {
    const changed = fieldsOf(theirs).filter((field) => isChanged(values[field] ?? '', theirs[field]));
    const shape: Record<string, Rule> = recordOf(changed, (field) => rules[field]);
    return zodResolver(z.object(shape))(values, context, options);
  };
}

/** Safe: the keys of the record are the fields. */
const fieldsOf = <F extends string>(values: Values<F>) => Object.keys(values) as F[];

function recordOf<F extends string, Value>(
  fields: readonly F[],
  valueOf: (field: F) => Value,
): Record<F, Value> {
  // Safe: one entry for each field.
  return Object.fromEntries(fields.map((field) => [field, valueOf(field)])) as Record<F, Value>;
}
